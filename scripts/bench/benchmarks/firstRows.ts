import type { Browser, BrowserContext } from 'playwright-core'
import { startDnsServer } from '../../../testbed/dns/server.js'
import { seedDirectory } from '../datasets/seedDirectory.js'
import { warmZone } from '../datasets/warmAddresses.js'
import { untilFolded, writePool } from '../datasets/writePool.js'
import { startMeasuredService, withDirectory } from '../environment/service.js'
import { figure, median, type Report } from '../report.js'

export interface FirstRowsOptions {
  readonly rounds: number
  readonly contributions: number
  readonly accounts: number
}

const MAX_MS = 500
/** Rows of the leaderboard. */
const ROWS = 10

/** Runs in the page: a promise of when the first rows have been painted, in milliseconds from the navigation. */
const OBSERVE = `globalThis.firstRowsMs = new Promise((resolve) =>
  new MutationObserver((_, observer) => {
    if (document.querySelectorAll('tbody tr').length < ${ROWS}) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
  }).observe(document, { childList: true, subtree: true }))`

/** Runs in the page: bytes of all scripts as they were transferred. */
const SCRIPT_BYTES = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

interface Load {
  readonly firstRowsMs: number
  readonly scriptBytes: number
}

/** Time from the navigation to the first rows of the dashboard, in Chromium, with empty and with filled caches. */
export async function benchFirstRows({ rounds, contributions, accounts }: FirstRowsOptions): Promise<Report> {
  const executablePath = process.env.CHROMIUM_PATH
  if (executablePath === undefined) throw new Error('CHROMIUM_PATH does not say where a Chromium is.')
  const { chromium } = await import('playwright-core')
  const dns = await startDnsServer(warmZone)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    return await withDirectory(async (directory) => {
      await seedDirectory(directory, (store) => writePool(store, contributions, accounts))
      const service = await startMeasuredService(directory, dns.port, 1, { allCores: true })
      await untilFolded(service.url, contributions)
      const loads = await measure(browser, `${service.url}/dashboard?period=ALL_TIME`, rounds)
      await service.stop()
      return report({ rounds, contributions, accounts }, browser.version(), loads)
    })
  } finally {
    await browser.close()
    await dns.close()
  }
}

interface Loads {
  readonly cold: readonly Load[]
  readonly warm: readonly Load[]
}

async function measure(browser: Browser, url: string, rounds: number): Promise<Loads> {
  const [cold, warm]: [Load[], Load[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } })
    cold.push(await loadPage(context, url))
    warm.push(await loadPage(context, url))
    await context.close()
  }
  return { cold, warm }
}

async function loadPage(context: BrowserContext, url: string): Promise<Load> {
  const page = await context.newPage()
  await page.addInitScript({ content: OBSERVE })
  await page.goto(url)
  const load = {
    firstRowsMs: Number(await page.evaluate('firstRowsMs')),
    scriptBytes: Number(await page.evaluate(SCRIPT_BYTES)),
  }
  await page.close()
  return load
}

function report(
  { rounds, contributions, accounts }: FirstRowsOptions,
  chromium: string,
  { cold, warm }: Loads,
): Report {
  const cases = [
    { name: 'empty cache', times: cold.map(({ firstRowsMs }) => firstRowsMs) },
    { name: 'filled cache', times: warm.map(({ firstRowsMs }) => firstRowsMs) },
  ]
  return {
    benchmark: 'From the navigation to the first rows of the dashboard',
    settings: {
      chromium,
      pool: `${figure(contributions)} contributions of ${accounts} accounts`,
      rounds: `${rounds} page loads of each kind; medians`,
      scripts: `${figure(cold[0]!.scriptBytes / 1_024)} KB transferred`,
      'first rows': `${ROWS} rows of the leaderboard are painted`,
    },
    columns: ['', 'median ms', 'max ms'],
    rows: cases.map(({ name, times }) => [name, median(times), Math.max(...times)]),
    targets: cases.map(({ name, times }) => ({
      what: `ms until the first rows, ${name}`,
      measured: median(times),
      atMost: MAX_MS,
    })),
  }
}
