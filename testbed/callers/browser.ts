// Opens pages in a real Chromium: what they complain of, their accessibility, and use by keyboard or with files.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'

/** Path of a Chromium; `.ci/run` installs one. */
export const CHROMIUM = process.env.CHROMIUM_PATH

/** Runs in the page: a violation of the content security policy is an error. */
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  throw new Error('the policy forbids ' + violatedDirective + ' ' + blockedURI)
})`

/** Runs in the page, before its scripts: storage is forbidden, as where all cookies are blocked. */
export const FORBID_STORAGE = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('Access is denied.', 'SecurityError') } })`

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What a page did besides being right. */
export interface Watched {
  readonly page: Page
  /** Console messages, uncaught errors, violations of the policy and failed requests. */
  readonly complaints: string[]
  /** Origins that it sent requests to. */
  readonly origins: Set<string>
  close(): Promise<void>
}

/** A browser that reaches no other machine than this one. */
export async function openBrowser() {
  const { chromium } = await import('playwright-core')
  const browser: Browser = await chromium.launch({
    executablePath: CHROMIUM!,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })

  return {
    async open(url: string, options: BrowserContextOptions = {}): Promise<Watched> {
      const context = await browser.newContext({ viewport: { width: 1_280, height: 900 }, ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      const complaints: string[] = []
      const origins = new Set<string>()
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('requestfailed', (request) => {
        const why = request.failure()?.errorText
        // The page itself aborts requests whose answers it no longer needs.
        if (why !== 'net::ERR_ABORTED') complaints.push(`${request.url()} failed: ${why}`)
      })
      for (const kind of ['request', 'websocket'] as const) {
        page.on(kind as 'request', (made) => {
          const { protocol, origin } = new URL(made.url())
          if (protocol !== 'data:') origins.add(origin)
        })
      }
      await page.addInitScript({ content: REPORT_VIOLATIONS })
      await page.goto(url)
      return { page, complaints, origins, close: () => context.close() }
    },
    close: () => browser.close(),
  }
}

export type TestBrowser = Awaited<ReturnType<typeof openBrowser>>

/** More than any page of ours has places that the keyboard reaches. */
const MAX_TABS = 120

/** Presses Tab until the element has the focus, as somebody without a pointer does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const isFocused = () =>
    target.evaluate((element) => {
      const { document } = globalThis as unknown as { document: { activeElement: unknown } }
      return document.activeElement === element
    })
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await isFocused()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} cannot be reached by keyboard`)
}

/** Violations of WCAG A and AA on a page, by rule, with the elements concerned. */
export const accessibilityProblems = (page: Page): Promise<string[]> =>
  page.evaluate(
    `${AXE}; axe.run({ runOnly: ${JSON.stringify(WCAG)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`,
  )

/** Drops files on an element as a person does. @param files content by name */
export async function drop(page: Page, files: Readonly<Record<string, string>>, selector = '.drop'): Promise<void> {
  const transfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer()
      for (const [name, content] of Object.entries(${JSON.stringify(files)})) transfer.items.add(new File([content], name))
      return transfer
    })()`,
  )
  await page.locator(selector).dispatchEvent('drop', { dataTransfer: transfer })
}
