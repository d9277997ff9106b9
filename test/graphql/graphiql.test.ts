import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { eventually } from '../support/eventually.js'
import { startService, type TestService } from '../support/service.js'

/** Path of a Chromium; `.ci/run` installs one. */
const CHROMIUM = process.env.CHROMIUM_PATH
const [suite, name] = CHROMIUM
  ? [describe, 'GraphiQL in a browser']
  : [describe.skip, 'GraphiQL in a browser: SKIPPED, CHROMIUM_PATH does not say where a Chromium is']

/** Runs in the page. */
const TELLING = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  throw new Error('the policy forbids ' + violatedDirective + ' ' + blockedURI)
})`

const QUERY = '.graphiql-query-editor'
const HEADERS = '.graphiql-editor-tool .graphiql-editor:not(.hidden)'

suite(name, () => {
  let api: TestService
  let browser: Browser
  let page: Page
  let origin: string
  /** Errors reported by the page or the browser. */
  const complaints: string[] = []
  /** Origins that the page sent requests to. */
  const asked = new Set<string>()

  beforeAll(async () => {
    api = await startService()
    origin = api.url.replace('localhost', '127.0.0.1')
    const { chromium } = await import('playwright-core')
    browser = await chromium.launch({
      executablePath: CHROMIUM!,
      // Every other origin is unreachable.
      args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    })
    page = await browser.newPage()
    page.setDefaultTimeout(20_000)
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`))
    for (const kind of ['request', 'websocket'] as const) {
      page.on(kind as 'request', (made) => asked.add(new URL(made.url()).origin))
    }
    await page.addInitScript({ content: TELLING })
    await page.goto(`${origin}/graphql`)
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await api.stop()
  })

  /** Replaces the text of an editor. */
  async function write(editor: string, text: string): Promise<void> {
    await page.locator(`${editor} textarea`).focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(text)
  }
  const ask = async (query: string): Promise<void> => {
    await write(QUERY, query)
    // The editor reads a text only after a tenth of a second without typing.
    await eventually(
      () => page.evaluate("localStorage.getItem('graphiql:query')"),
      (seen) => seen === query,
    )
    await page.keyboard.press('Control+Enter')
  }
  /** Waits until the response contains this. */
  const answered = (text: string) => page.locator('.result-window', { hasText: text }).waitFor()

  test('GraphiQL loads the schema, and shows its descriptions', async () => {
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
    await page.getByRole('link', { name: 'Query', exact: true }).click()
    await page.getByRole('link', { name: 'poolStats', exact: true }).click()
    await page.locator('.graphiql-doc-explorer', { hasText: 'Statistics of the public pool' }).waitFor()
    await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click()
  })

  test('its editor is reachable by keyboard, and runs a query typed there', async () => {
    const isThere = () => page.locator(`${QUERY} .CodeMirror-focused`).isVisible()
    for (let tabs = 0; !(await isThere()) && tabs < 30; tabs++) await page.keyboard.press('Tab')
    expect(await isThere()).toBe(true)
    await ask('{ poolStats { uniqueEmails } }')
    await answered('"uniqueEmails": 0')
  })

  test('it completes field names while they are typed', async () => {
    await write(QUERY, '')
    await page.keyboard.type('{ poolLea')
    await page.locator('.CodeMirror-hints', { hasText: 'poolLeaderboard' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator(QUERY, { hasText: 'poolLeaderboard' }).waitFor()
    expect(await page.locator(QUERY).textContent()).toContain('poolLeaderboard')
  })

  test('a key in its headers panel is sent with the query', async () => {
    const { id, key } = await api.account()
    await ask('{ me { id } }')
    await answered('MISSING_API_KEY')
    await write(HEADERS, JSON.stringify({ 'X-API-Key': key }))
    await ask('{ me { id } }')
    await answered(id)
  })

  test('a subscription shows events as they happen', async () => {
    const { key } = await api.account({ plan: 'growth' })
    await ask('subscription { poolActivity { type message } }')
    let shown = false
    const showing = answered('was contributed').then(() => {
      shown = true
    })
    // The start of a subscription is not confirmed.
    for (let n = 0; !shown; n++) {
      const body = { email: `someone${n}@explicit.mailproof.net`, share_signals: true }
      await api.call('verifyEmail', { key, body })
      await Promise.race([showing, new Promise((resolve) => setTimeout(resolve, 100))])
    }
    await page.getByRole('button', { name: 'Stop query' }).click()
  })

  test('it sent requests only to this service, without errors in the browser or from the content security policy', () => {
    expect([...asked].sort()).toEqual([origin, origin.replace('http:', 'ws:')])
    expect(complaints).toEqual([])
  })
})
