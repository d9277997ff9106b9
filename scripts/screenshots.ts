/**
 * Takes the screenshots of the README: `CHROMIUM_PATH=… npx tsx scripts/screenshots.ts`. Starts a service with an empty data
 * directory and a DNS server of its own, and fills it with verifications.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { escapeHtml } from '../src/api/rest/html.js'
import { serve } from '../src/composition/index.js'
import { loadConfig } from '../src/config.js'
import { newId } from '../src/kernel/ids.js'
import { startDnsServer } from '../test/support/dnsServer.js'
import { mailZone } from '../test/support/dnsZone.js'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const IMAGES = join(ROOT, 'docs/images')
const VIEWPORT = { width: 1_200, height: 800 }
const TERMINAL = { width: 1_200, height: 240 }
const CONTRIBUTORS = 5
const DNS_TIMEOUT_MS = 400

const directory = mkdtempSync(join(tmpdir(), 'screenshots-'))
const dns = await startDnsServer(mailZone(DNS_TIMEOUT_MS))
const service = await serve(
  loadConfig({
    PORT: '0',
    DATA_DIR: directory,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    LOG_LEVEL: 'silent',
    POOL_DOMAIN_MIN_ADDRESSES: '1',
    POOL_DOMAIN_MIN_CONTRIBUTORS: '1',
  }),
)
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH!, args: ['--no-sandbox'] })
mkdirSync(IMAGES, { recursive: true })

try {
  const keys = await Promise.all(Array.from({ length: CONTRIBUTORS }, createContributor))
  for (const [index, key] of keys.entries()) {
    for (let sent = 0; sent <= 3 * index + 2; sent++) await contribute(key, `person${sent}@explicit.mailproof.net`)
  }
  await photograph('dashboard', `${service.url}/dashboard`, async (page) => {
    await page.getByLabel('API key').fill(keys[0]!)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.locator('canvas').waitFor()
  })
  await photograph('reference', `${service.url}/docs/api#tag/verification/POST/v2/verify`, (page) =>
    page.getByText('Verify one address with').first().waitFor(),
  )
  await photograph('terminal', 'about:blank', async (page) => page.setContent(await terminal()), TERMINAL)
} finally {
  await browser.close()
  await service.stop()
  await dns.close()
  rmSync(directory, { recursive: true })
}

async function createContributor(): Promise<string> {
  const { account, api_key } = (await call('/v1/accounts/create', undefined, { email: 'ada@example.org' })) as {
    account: { id: string }
    api_key: string
  }
  const id = newId()
  await service.container.accounts.setPlan(account.id, 'growth', { id: 'operator', correlationId: id, commandId: id })
  return api_key
}

function contribute(key: string, email: string): Promise<unknown> {
  return call('/v1/verify', key, { email, share_signals: true })
}

async function call(path: string, key: string | undefined, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', ...(key && { 'X-API-Key': key }) }
  return (await fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

async function photograph(
  name: string,
  url: string,
  prepare: (page: Page) => Promise<unknown>,
  viewport = VIEWPORT,
): Promise<void> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.goto(url)
  await prepare(page)
  await page.waitForTimeout(1_000)
  await page.screenshot({ path: join(IMAGES, `${name}.png`) })
  await context.close()
}

/** The output of the command line, as a page that looks like a terminal. */
async function terminal(): Promise<string> {
  const addresses = ['someone@explicit.mailproof.net', 'someone@gmial.com', 'no address']
  const environment = { PATH: process.env.PATH, DNS_SERVERS: `${dns.address}:${dns.port}`, NO_COLOR: '1' }
  const output = await run(['verify', ...addresses], environment)
  const prompt = `$ npx mailproof verify ${addresses.map((address) => (address.includes(' ') ? `"${address}"` : address)).join(' ')}`
  return `<body style="margin:0;background:#12161c"><pre style="color:#e8ecf1;font:15px/1.45 monospace;padding:24px">${escapeHtml(`${prompt}\n\n${output}`)}</pre>`
}

/** Standard output of the program, whatever its exit code. It reads no settings of this process. */
function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const command = ['--import', 'tsx', 'src/main.ts', ...args]
    execFile(process.execPath, command, { cwd: ROOT, env }, (error, output) =>
      output === '' ? reject(error) : resolve(output),
    )
  })
}
