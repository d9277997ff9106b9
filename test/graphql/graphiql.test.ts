// GraphiQL in a real browser.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openBrowser, type TestBrowser, type Watched } from '../../testbed/callers/browser.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeInBrowser } from '../support/describeInBrowser.js'

const QUERY = '.graphiql-query-editor'
const HEADERS = '.graphiql-editor-tool .graphiql-editor:not(.hidden)'

describeInBrowser('GraphiQL in a browser', () => {
  let api: InProcessService
  let browser: TestBrowser
  let watched: Watched
  let page: Watched['page']
  let origin: string

  beforeAll(async () => {
    ;[api, browser] = await Promise.all([start(), openBrowser()])
    origin = api.url.replace('localhost', '127.0.0.1')
    watched = await browser.open(`${origin}/graphql`)
    page = watched.page
    await page.locator(`${QUERY} .view-lines`).waitFor()
  })
  afterAll(() => Promise.all([browser?.close(), api.stop()]))

  /** Replaces the text of an editor. */
  async function write(editor: string, text: string): Promise<void> {
    await page.locator(`${editor} .view-lines`).first().click()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText(text)
  }
  const ask = async (query: string): Promise<void> => {
    await write(QUERY, query)
    // The editor reads a text only after a tenth of a second without typing; then it is in the URL.
    await eventually(
      async () => new URL(page.url()).searchParams.get('query'),
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
    const isThere = async () => (await page.locator(`${QUERY} :focus`).count()) > 0
    for (let tabs = 0; !(await isThere()) && tabs < 30; tabs++) await page.keyboard.press('Tab')
    expect(await isThere()).toBe(true)
    await ask('{ poolStats { uniqueEmails } }')
    await answered('"uniqueEmails": 0')
  })

  test('it completes field names while they are typed', async () => {
    await write(QUERY, '')
    await page.keyboard.type('{ poolLea')
    await page.locator('.suggest-widget .monaco-list-row.focused', { hasText: 'poolLeaderboard' }).waitFor()
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

  test('a link with a query opens it, and holds no headers', async () => {
    const query = '{ pricing { currency } }'
    const linked = await browser.open(`${origin}/graphql?${new URLSearchParams({ query })}`)
    await linked.page.locator(QUERY, { hasText: 'pricing' }).waitFor()
    await linked.page.getByRole('button', { name: 'Execute query' }).click()
    await linked.page.locator('.result-window', { hasText: '"currency": "USD"' }).waitFor()
    expect(linked.complaints).toEqual([])
    await linked.close()
    expect(page.url()).not.toContain('mpk_')
  })

  test('it sent requests only to this service, without errors in the browser or from the content security policy', () => {
    expect([...watched.origins].sort()).toEqual([origin, origin.replace('http:', 'ws:')])
    expect(watched.complaints).toEqual([])
  })
})
