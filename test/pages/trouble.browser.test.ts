// The dashboard while the network or the service fails.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { drop, openBrowser, type TestBrowser, type Watched } from '../../testbed/callers/browser.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeInBrowser } from '../support/describeInBrowser.js'

const HOUR = 3_600_000
const GONE = 'The service does not answer.'

/** Replaces the page's `fetch`: the answer to the first request whose URL contains the text is lost. */
const loseAnswerOf = (text: string): string => `(() => {
  const send = fetch
  let lost = false
  globalThis.fetch = async (...request) => {
    const answer = await send(...request)
    if (lost || !String(request[0]).includes(${JSON.stringify(text)})) return answer
    lost = true
    throw new TypeError('the answer was lost')
  }
})()`

const hide = (hidden: boolean): string =>
  `Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} }); document.dispatchEvent(new Event('visibilitychange'))`

describeInBrowser('the dashboard in trouble', () => {
  let api: InProcessService
  let browser: TestBrowser
  let url: string
  let opened: Watched
  beforeAll(async () => {
    ;[api, browser] = await Promise.all([start(), openBrowser()])
    url = `${api.url.replace('localhost', '127.0.0.1')}/dashboard`
  })
  afterAll(() => Promise.all([browser?.close(), api.stop()]))
  afterEach(() => opened.close())

  async function open(query = '', key?: string): Promise<Page> {
    opened = await browser.open(`${url}${query}`)
    const { page } = opened
    if (key !== undefined) {
      await page.getByLabel('API key').fill(key)
      await page.getByRole('button', { name: 'Use this key' }).click()
      await page.getByText('Using the key').waitFor()
    }
    return page
  }

  /** Counts the requests of an operation from now on. */
  function requestsOf(page: Page, operation: string): () => number {
    let count = 0
    page.on('request', (request) => {
      if ((request.postData() ?? '').includes(`query ${operation}`)) count++
    })
    return () => count
  }

  const live = (page: Page) => page.getByText('live', { exact: true }).waitFor()

  test('a key that is revoked while the pool is shown ends the session, with the reason', async () => {
    const { key } = await api.account()
    const other = await api.generate(key)
    const page = await open('?view=pool', other.key)
    await live(page)
    await api.call('revokeKey', { key, params: { keyId: other.id } })
    await page.getByRole('alert').getByText('The API key is no longer valid').waitFor()
    await page.getByRole('button', { name: 'Use this key' }).waitFor()
    expect(await page.getByText(GONE).count()).toBe(0)
    await live(page)
  })

  test('WebSockets that are blocked are not taken for a service that is gone, and nothing is loaded again', async () => {
    const page = await open()
    await live(page)
    await page.routeWebSocket(/graphql/, (socket) => socket.close({ code: 1_012, reason: 'blocked' }))
    const requestCount = requestsOf(page, 'PoolNow')
    await page.reload()
    await page.getByText('not connected').waitFor()
    await page.waitForTimeout(3_000)
    expect(requestCount()).toBe(1)
    expect(await page.getByText(GONE).count()).toBe(0)
  })

  test('while a store is away the pauses grow, and the page recovers by itself', async () => {
    let isAway = true
    const page = await open('?view=none')
    await live(page)
    let refused = 0
    await page.route('**/graphql', async (route) => {
      if (!isAway || !(route.request().postData() ?? '').includes('query PoolNow')) return route.continue()
      refused++
      const errors = [{ message: 'Internal server error.', extensions: { code: 'INTERNAL_ERROR' } }]
      return route.fulfill({ json: { errors } })
    })
    await page.getByLabel('Period').selectOption('ALL_TIME')
    await page.getByText(GONE).waitFor()
    await page.waitForTimeout(4_000)
    // At once, then after 500, 1,000 and 2,000 ms, and on a slow machine after 4,000 ms.
    expect(refused).toBeLessThanOrEqual(5)
    expect(await page.getByText(GONE).count()).toBe(1)
    isAway = false
    await page.getByText(GONE).waitFor({ state: 'detached' })
    await page.locator('.figures').waitFor()
  })

  test('a list whose answer is lost can be sent again and makes one batch', async () => {
    const { key } = await api.account()
    const page = await open('?view=batches', key)
    await page.locator('.drop').waitFor()
    await page.evaluate(loseAnswerOf('/v1/bulk/upload'))
    await drop(page, { 'people.csv': 'email\nada@explicit.mailproof.net\n' })
    const send = page.getByRole('button', { name: 'Verify this list' })
    await send.click()
    await page.getByRole('alert').getByText('may or may not have accepted').waitFor()
    await send.click()
    await page.locator('.batch .status.completed').waitFor()
    expect((await dataOf(api, '{ batches { totalCount } }', { key })).batches.totalCount).toBe(1)
  })

  test('a file that is dropped beside the box is taken, and further files are named as ignored', async () => {
    const { key } = await api.account()
    const page = await open('?view=batches', key)
    await page.locator('.drop').waitFor()
    await drop(page, { 'one.csv': 'email\na@b.example\n', 'two.csv': 'email\n' }, 'h1')
    await page.getByText('one.csv').waitFor()
    await page.getByText('Not read: two.csv').waitFor()
  })

  test.each(['batches', 'keys'])('a file dropped on the view %s does not replace the page', async (view) => {
    const { key } = await api.account()
    const page = await open(`?view=${view}`, key)
    const kept = await page.evaluate(
      "!document.querySelector('h1').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true }))",
    )
    expect(kept).toBe(true)
  })

  test.each([
    ['is missing', 'undefined'],
    ['rejects', "{ writeText: () => Promise.reject(new Error('denied')) }"],
  ])('a secret is selected where the clipboard %s, and never called copied', async (_, clipboard) => {
    const { key } = await api.account()
    const page = await open('?view=keys', key)
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: ${clipboard} })`)
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.locator('.secret').getByRole('button', { name: 'Copy', exact: true }).first().click()
    await page.getByText('The text is selected').waitFor()
    const secret = await page.locator('.secret code').first().textContent()
    expect(await page.evaluate('getSelection().toString().trim()')).toBe(secret)
    expect(await page.getByText('Copied').count()).toBe(0)
    expect(opened.complaints).toEqual([])
  })

  test('a secret is copied where the clipboard works', async () => {
    const { key } = await api.account()
    const page = await open('?view=keys', key)
    await page.evaluate(
      "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { globalThis.copied = text } } })",
    )
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.locator('.secret').getByRole('button', { name: 'Copy', exact: true }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('copied')).toBe(await page.locator('.secret code').first().textContent())
  })

  test('two clicks create one account', async () => {
    const page = await open()
    let created = 0
    page.on('request', (request) => {
      if ((request.postData() ?? '').includes('mutation CreateAccount')) created++
    })
    await page.getByText('No key yet?').click()
    await page.getByLabel('Your email address').fill('ada@example.org')
    await page.evaluate(
      "(() => { const create = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Create'); create.click(); create.click() })()",
    )
    await page.getByText('Your first key.').waitFor()
    expect(created).toBe(1)
  })

  test('the moment that is named stays the moment that is shown, however late it gets', async () => {
    const { key } = await api.account({ plan: 'growth' })
    await api.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net', share_signals: true } })
    const asOf = new Date().toISOString()
    const page = await open(`?asOf=${asOf}`, key)
    await page.getByText('not shown for the past').waitFor()
    const named = () => page.locator('output').textContent()
    const before = await named()
    expect(before).toContain('UTC')
    await page.clock.setFixedTime(Date.now() + 0.7 * HOUR)
    await page.getByLabel('Period').selectOption('ALL_TIME')
    await page.waitForTimeout(500)
    expect(await named()).toBe(before)
    expect(new URL(page.url()).searchParams.get('asOf')).toBe(asOf)
  })

  test('a sandbox key, which cannot see the past, sees the present', async () => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    const page = await open(`?asOf=${new Date().toISOString()}`, sandbox.key)
    await live(page)
    expect(await page.locator('output').textContent()).toBe('now')
  })

  test('activity in a hidden tab is shown when the tab is seen again', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const page = await open()
    await live(page)
    await page.evaluate(hide(true))
    const items = await page.locator('.feed li').count()
    await api.call('verifyEmail', { key, body: { email: 'hidden@explicit.mailproof.net', share_signals: true } })
    await eventually(
      () => page.locator('.feed li').count(),
      (count) => count > items,
    )
    await page.waitForTimeout(500)
    const { poolStats } = await dataOf(api, '{ poolStats { totalValidations } }')
    const total = page
      .locator('.figures div', { hasText: 'Validations shared' })
      .getByText(String(poolStats.totalValidations), { exact: true })
    expect(await total.count()).toBe(0)
    await page.evaluate(hide(false))
    await total.waitFor()
  })

  test('a feed that fails says so, and never that nothing has happened', async () => {
    const page = await open('?view=none')
    await page.route('**/graphql', (route) =>
      (route.request().postData() ?? '').includes('query Activity ')
        ? route.fulfill({ json: { errors: [{ message: 'Too many requests.', extensions: { code: 'RATE_LIMITED' } }] } })
        : route.continue(),
    )
    await page.reload()
    await page.getByRole('alert').getByText('Too many requests.').waitFor()
    expect(await page.getByText('Nothing has happened yet').count()).toBe(0)
  })
})
