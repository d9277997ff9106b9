/**
 * Takes the screenshots of the README: `CHROMIUM_PATH=… npx tsx scripts/screenshots.ts`; or, with `--review <directory>`, of the
 * pages on three widths in light and dark, to be looked at. Starts a service and a DNS server of its own, with a pool that has
 * thirty days of history.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { escapeHtml } from '../src/api/rest/html.js'
import { serve } from '../src/composition/index.js'
import { loadConfig } from '../src/config.js'
import type { Clock } from '../src/kernel/clock.js'
import { newId } from '../src/kernel/ids.js'
import { startDnsServer } from '../testbed/dns/server.js'
import { mailZone } from '../testbed/dns/zone.js'
import { seedDirectory } from './bench/datasets/seedDirectory.js'
import { untilFolded, writePool } from './bench/datasets/writePool.js'
import { PICTURE, PICTURE_SIZE } from './support/picture.js'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const IMAGES = join(ROOT, 'docs/images')
const VIEWPORT = { width: 1_200, height: 800 }
const TERMINAL = { width: 1_000, height: 400, scale: 1.2 }
const CONTRIBUTORS = 5
/** The clock is read once per commit. */
const PAST = { contributions: 20_000, accounts: 40, days: 29, commits: 40 }
const LIST = 'name,email\nAda,ada@explicit.mailproof.net\nBob,no address\nEve,eve@servfail.mailproof.net\n'
const DAY_MS = 86_400_000
const DNS_TIMEOUT_MS = 400
const ADMIN_TOKEN = 'a-token-for-the-operator'

/** What a review looks at, by name. */
const PAGES: Readonly<Record<string, string>> = {
  front: '/',
  docs: '/docs',
  guide: '/docs/guides/quick-start',
  reason: '/docs/reasons/mx-absent',
  error: '/docs/errors/RATE_LIMIT_EXCEEDED',
  reference: '/docs/api',
  verdicts: '/dashboard?view=verdicts',
  account: '/dashboard?view=account',
  keys: '/dashboard?view=keys',
  webhooks: '/dashboard?view=webhooks',
  rules: '/dashboard?view=rules',
  batches: '/dashboard?view=batches',
  pool: '/dashboard?view=pool',
  admin: '/admin',
}
const REVIEW_WIDTHS = [390, 768, 1_280]
const REVIEW_HEIGHT = 900

const { values: options } = parseArgs({ options: { review: { type: 'string' } } })

const directory = mkdtempSync(join(tmpdir(), 'screenshots-'))
await seedDirectory(directory, (store) => writePool(store, PAST.contributions, PAST.accounts), growingClock())
const dns = await startDnsServer(mailZone(DNS_TIMEOUT_MS))
const service = await serve(
  loadConfig({
    PORT: '0',
    DATA_DIR: directory,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    LOG_LEVEL: 'silent',
    ...(options.review !== undefined && {
      ADMIN_TOKEN,
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMTP_FROM: 'mailproof@example.net',
      WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
    }),
  }),
)
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH!, args: ['--no-sandbox'] })
mkdirSync(IMAGES, { recursive: true })

await untilFolded(service.url, PAST.contributions)
const keys = await Promise.all(Array.from({ length: CONTRIBUTORS }, createContributor))

try {
  for (const [index, key] of keys.entries()) {
    for (let sent = 0; sent <= 3 * index + 2; sent++) await contribute(key, `person${sent}@explicit.mailproof.net`)
  }
  if (options.review === undefined) await photographReadme()
  else await review(options.review)
} finally {
  await browser.close()
  await service.stop()
  await dns.close()
  rmSync(directory, { recursive: true })
}

async function photographReadme(): Promise<void> {
  await photograph('dashboard', `${service.url}/dashboard`, async (page) => {
    await page.getByLabel('API key').fill(keys[0]!)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.locator('canvas').waitFor()
  })
  await photograph('reference', `${service.url}/docs/api#tag/verification/POST/v2/verify`, async (page) => {
    await page.getByText('Verify one address with').first().waitFor()
    // Scalar moves the focus to the operation, which would have an outline.
    await page.waitForTimeout(1_000)
    await page.evaluate('document.activeElement.blur()')
  })
  await photograph('terminal', 'about:blank', async (page) => page.setContent(await terminal()), TERMINAL)
  await photograph('../../web/shared/picture', 'about:blank', async (page) => page.setContent(PICTURE), PICTURE_SIZE)
}

/** Every page with an account that has something to show, and the dashboard's with one that has nothing. */
async function review(target: string): Promise<void> {
  mkdirSync(target, { recursive: true })
  const [busy, empty] = [keys[0]!, await createContributor()]
  await fill(busy)
  for (const width of REVIEW_WIDTHS)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [suffix, key] of [
        ['', busy],
        ['-empty', empty],
      ] as const) {
        const context = await browser.newContext({
          viewport: { width, height: REVIEW_HEIGHT },
          colorScheme,
          httpCredentials: { username: 'operator', password: ADMIN_TOKEN, origin: service.url },
        })
        const page = await context.newPage()
        await page.goto(`${service.url}/dashboard`)
        await page.getByLabel('API key').fill(key)
        await page.getByLabel('Keep it until this tab is closed').check()
        await page.getByRole('button', { name: 'Use this key' }).click()
        await page.getByText('Using the key').waitFor()
        for (const [name, path] of Object.entries(PAGES)) {
          if (suffix !== '' && !path.startsWith('/dashboard')) continue
          await page.goto(`${service.url}${path}`, { waitUntil: 'networkidle' })
          await page.screenshot({ path: join(target, `${name}${suffix}-${width}-${colorScheme}.png`), fullPage: true })
        }
        await context.close()
      }
}

/** Verdicts of all kinds, keys, a webhook and rules. */
async function fill(key: string): Promise<void> {
  const locals = ['valid', 'disposable', 'invalid', 'role', 'typo', 'null-mx', 'timeout']
  for (const local of locals)
    for (let n = 0; n < 4; n++) await call('/v2/verify', key, { email: `${local}${n}@explicit.mailproof.net` })
  for (const email of [
    'ada@gmial.com',
    'no address',
    'info@explicit.mailproof.net',
    'x@mailinator.com',
    'a@nowhere.invalid',
  ])
    await call('/v2/verify', key, { email })
  await call('/v1/keys/generate', key, { name: 'sign-up form', scopes: ['verify'], networks: ['203.0.113.0/24'] })
  await call('/v1/keys/generate', key, { name: 'shop', publishable: true, origins: ['https://shop.example'] })
  await call('/v1/webhooks', key, { url: 'http://127.0.0.1:9/hooks/mailproof', events: ['bulk.completed'] })
  const rules = [
    { name: 'only business', when: { fact: 'reasons', op: 'contains_any', value: ['disposable'] }, action: 'deny' },
    { name: 'night watch', when: { fact: 'hour', op: 'in', value: [1, 2, 3] }, action: 'review' },
  ]
  await call('/v1/rules/draft', key, { rules }, 'PUT')
  await call('/v1/verify/bulk/agent', key, { emails: ['ada@explicit.mailproof.net', 'no address'], async: true })
}

/** Each reading is later than the one before; there are more and more per day. */
function growingClock(): Clock {
  let readings = 0
  const now = Date.now()
  return {
    now() {
      const progress = Math.min(1, readings++ / PAST.commits)
      return now - Math.round(PAST.days * DAY_MS * (1 - progress ** 0.8))
    },
  }
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

async function call(path: string, key: string | undefined, body: object, method = 'POST'): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', ...(key && { 'X-API-Key': key }) }
  return (await fetch(`${service.url}${path}`, { method, headers, body: JSON.stringify(body) })).json()
}

async function photograph(
  name: string,
  url: string,
  prepare: (page: Page) => Promise<unknown>,
  { scale = 1, ...viewport }: { width: number; height: number; scale?: number } = VIEWPORT,
): Promise<void> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: scale })
  const page = await context.newPage()
  await page.goto(url)
  await prepare(page)
  await page.waitForTimeout(1_000)
  await page.screenshot({ path: join(IMAGES, `${name}.png`) })
  await context.close()
}

/** Commands with their output, as a page that looks like a terminal. */
async function terminal(): Promise<string> {
  const [key] = keys
  writeFileSync(join(directory, 'customers.csv'), LIST)
  const verified = await run(['verify', 'someone@explicit.mailproof.net', 'someone@gmial.com', 'no address'])
  const bulk = await run(['bulk', 'customers.csv', '--url', service.url], { MAILPROOF_API_KEY: key })
  const text = `$ npx mailproof verify someone@explicit.mailproof.net someone@gmial.com "no address"\n\n${verified}
$ npx mailproof bulk customers.csv\n\n${bulk}`
  return `<body style="margin:0;background:#12161c"><pre style="color:#e8ecf1;font:13px/1.5 monospace;padding:16px">${escapeHtml(text)}</pre>`
}

/** What the program prints, whatever its exit code. It reads no settings of this process. */
function run(args: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<string> {
  const command = ['--import', import.meta.resolve('tsx'), join(ROOT, 'src/main.ts'), ...args]
  const env = { PATH: process.env.PATH, DNS_SERVERS: `${dns.address}:${dns.port}`, NO_COLOR: '1', ...settings }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { cwd: directory, env }, (error, output, errors) =>
      // Progress is printed to standard error, before the outcome.
      output === '' ? reject(error) : resolve(`${errors}${output}`.replaceAll(`${directory}/`, '')),
    )
  })
}
