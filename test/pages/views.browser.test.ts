// The dashboard's views of a key, on large and small screens: batches, webhooks, verdicts and the rest.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { ended } from '../../testbed/callers/batches.js'
import {
  accessibilityProblems,
  drop,
  openBrowser,
  type TestBrowser,
  type Watched,
} from '../../testbed/callers/browser.js'
import { hook, REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeInBrowser } from '../support/describeInBrowser.js'

const SCREENS = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1_280, colorScheme: 'dark' },
] as const

describeInBrowser('the views of a key', () => {
  let api: InProcessService
  let browser: TestBrowser
  let url: string
  let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
  let opened: Watched
  beforeAll(async () => {
    ;[api, browser, target] = await Promise.all([start({ env: REACHABLE }), openBrowser(), startAcceptingReceiver()])
    url = `${api.url.replace('localhost', '127.0.0.1')}/dashboard`
  })
  afterAll(() => Promise.all([browser?.close(), api.stop(), target.close()]))
  afterEach(async () => {
    expect(opened.complaints).toEqual([])
    await opened.close()
  })

  async function open(query: string, key: string): Promise<Page> {
    opened = await browser.open(`${url}${query}`)
    const { page } = opened
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('Using the key').waitFor()
    return page
  }

  /** A sandbox key, with which a thousand addresses that start with `slow` take a second. */
  async function sandboxKey(): Promise<string> {
    const { key } = await api.account()
    return (await api.generate(key, { sandbox: true })).key
  }

  /** Changes the data that the service answers to an operation, to what it would not accept itself. */
  async function rewrite(
    page: Page,
    operation: string,
    // biome-ignore lint/suspicious/noExplicitAny: tests read responses like a caller without types
    change: (data: any) => void,
  ): Promise<void> {
    await page.route('**/graphql', async (route) => {
      if (!(route.request().postData() ?? '').includes(operation)) return route.fallback()
      const response = await route.fetch()
      const body = await response.json()
      change(body.data)
      return route.fulfill({ response, json: body })
    })
  }

  async function send(page: Page, addresses: readonly string[]): Promise<void> {
    await page.locator('.drop').waitFor()
    await drop(page, { 'list.csv': `email\n${addresses.join('\n')}\n` })
    await page.getByRole('button', { name: 'Verify this list' }).click()
  }

  const slow = (count: number) => Array.from({ length: count }, (_, row) => `slow+${row}@example.net`)

  test('the progress of a batch that takes seconds is shown while it runs', async () => {
    const page = await open('?view=batches', await sandboxKey())
    await page.evaluate(
      "globalThis.seen = new Set(); new MutationObserver(() => { const bar = document.querySelector('.batch progress'); if (bar) seen.add(bar.value) }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })",
    )
    const rows = 10_000
    await send(page, slow(rows))
    await page.locator('.batch .status.processing').waitFor()
    await page.locator('.batch .status.completed').waitFor({ timeout: 60_000 })
    const seen = ((await page.evaluate('[...seen]')) as number[]).filter((value) => value > 0 && value < rows)
    expect(seen.length).toBeGreaterThan(1)
  })

  test('a running batch is cancelled after a question', async () => {
    const key = await sandboxKey()
    const page = await open('?view=batches', key)
    await send(page, slow(10_000))
    await page.locator('.batch .status.processing').waitFor()
    const batch = (await page.locator('.batch code').textContent())!
    const cancel = page.getByRole('button', { name: 'Cancel' })
    await cancel.click()
    await page.getByText('Rows that were not verified yet will have no verdict.').waitFor()
    await cancel.click()
    await page.locator('.batch .status.cancelled').waitFor()
    expect(await ended(api, key, batch)).toMatchObject({ status: 'cancelled' })
    await page.getByText('not verified').first().waitFor()
  })

  test('a secret is rotated after a question, and the new one is shown once', async () => {
    const { key } = await api.account()
    await hook(api, key, target.url)
    const page = await open('?view=webhooks', key)
    const rotate = page.getByRole('button', { name: 'Rotate secret' })
    await rotate.click()
    await page.getByText('For 24 hours, calls are signed with both secrets.').waitFor()
    await rotate.click()
    await page.getByText('The new signing secret.').waitFor()
    const first = await page.locator('.secret code').textContent()
    expect(first).toMatch(/^whsec_/)
    await rotate.click()
    await rotate.click()
    await eventually(
      () => page.locator('.secret code').textContent(),
      (text) => text !== first,
    )
    await page.reload()
    await page.getByRole('button', { name: 'Use this key' }).waitFor()
    expect(await page.locator('.secret').count()).toBe(0)
  })

  test('a secret that is shown stays when the webhooks cannot be loaded again, and they are asked for until they can', async () => {
    const { key } = await api.account()
    await hook(api, key, target.url)
    const page = await open('?view=webhooks', key)
    let refused = 0
    await page.route('**/graphql', async (route) => {
      if (!(route.request().postData() ?? '').includes('query Webhooks')) return route.fallback()
      const response = await route.fetch()
      const body = await response.json()
      const delivery = body.data.webhooks[0].deliveries.edges[0]
      if (delivery && refused < 3) delivery.node.status = 'PENDING'
      if (!delivery || !asked || refused === 3) return route.fulfill({ response, json: body })
      refused++
      const errors = [{ message: 'Too many requests.', extensions: { code: 'RATE_LIMIT_EXCEEDED' } }]
      return route.fulfill({ json: { errors } })
    })
    let asked = false
    const rotate = page.getByRole('button', { name: 'Rotate secret' })
    await rotate.click()
    await rotate.click()
    await page.getByText('The new signing secret.').waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.locator('.delivery .status.pending').waitFor()
    asked = true
    await page.getByRole('alert').getByText('Too many requests.').waitFor()
    expect(await page.locator('.secret code').textContent()).toMatch(/^whsec_/)
    await page.locator('.delivery .status.pending').waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.locator('.secret code').count()).toBe(1)
  })

  test('the URL of a webhook and the columns of a list are text, never markup', async () => {
    const { key } = await api.account()
    await hook(api, key, target.url)
    const page = await open('?view=keys', key)
    const hostile = 'https://example.com/<img src=x onerror=alert(1)>'
    await rewrite(page, 'query Webhooks', (data) => {
      data.webhooks[0].url = hostile
    })
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('heading', { name: hostile, exact: true }).waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    await page.getByRole('link', { name: 'Batches' }).click()
    await page.locator('.drop').waitFor()
    await drop(page, { '<img src=x>.csv': 'email,<img src=y>\na@b.example,<img src=z>\n' })
    for (const text of ['<img src=x>.csv', '<img src=y>', '<img src=z>'])
      await page.getByText(text, { exact: true }).last().waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })

  test('the domain of a contribution is text, never markup', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const page = await open('?view=pool', key)
    const domain = '<img src=x onerror=alert(1)>'
    await rewrite(page, 'query PoolNow', (data) => {
      data.poolStats.coverageByDomain = [{ domain, percent: 100 }]
    })
    await page.getByLabel('Period').selectOption('ALL_TIME')
    await page.getByText(domain, { exact: true }).waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })

  test('a list with one column has a singular, and long names neither widen the page nor hide the column', async () => {
    const { key } = await api.account()
    const page = await open('?view=batches', key)
    await page.locator('.drop').waitFor()
    await drop(page, { 'one.txt': 'ada@b.example\n' })
    await page.getByText('one.txt: 1 column.').waitFor()
    await page.setViewportSize({ width: 390, height: 900 })
    await drop(page, { [`${'long-'.repeat(40)}.csv`]: `email,${'w'.repeat(200)}\na@b.example,${'x'.repeat(200)}\n` })
    await page.getByText('2 columns, separated by commas').waitFor()
    expect(await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)')).toBe(0)
    expect(await page.getByLabel('Addresses are in').inputValue()).toBe('0')
  })

  test('what is said of a list follows what is chosen, as the service reads it', async () => {
    const { key } = await api.account()
    const page = await open('?view=batches', key)
    await page.locator('.drop').waitFor()
    await drop(page, {
      'titled.csv': 'Customers of 2026,,\nName,Email,Other\nAda,ada@b.example,x\nBob,bob@b.example,\n',
    })
    await page.getByText('1 line before the table will be skipped.').waitFor()
    await page.getByLabel('The first row names the columns').uncheck()
    await page.getByText('before the table').waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Customers of 2026' }).waitFor()
    await page.getByLabel('Addresses are in').selectOption('2')
    await page.getByText('4 cells of the first 4 rows in the chosen column hold no address.').waitFor()
    await page.getByLabel('The first row names the columns').check()
    await page.getByText('1 line before the table will be skipped.').waitFor()
    expect(await page.getByLabel('Addresses are in').inputValue()).toBe('2')
  })

  test('what was wrong with one list is not said of the next, nor when it is discarded', async () => {
    const { key } = await api.account()
    const page = await open('?view=batches', key)
    await page.route('**/v1/bulk/upload', (route) =>
      route.fulfill({ json: { error: { code: 'CSV_INVALID', message: 'Not that one.' } }, status: 400 }),
    )
    await send(page, ['ada@b.example'])
    await page.getByRole('alert').getByText('Not that one.').waitFor()
    opened.complaints.splice(0)
    await drop(page, { 'next.csv': 'email\nbob@b.example\n' })
    await page.getByText('next.csv').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: 'Verify this list' }).click()
    await page.getByRole('alert').getByText('Not that one.').waitFor()
    opened.complaints.splice(0)
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('on a phone everything about a key is in view, however long its name is', async () => {
    const { key } = await api.account()
    await api.generate(key, { name: 'n'.repeat(100) })
    const page = await open('?view=keys', key)
    await page.setViewportSize({ width: 390, height: 900 })
    await page.locator('tbody tr').nth(1).waitFor()
    const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[aria-label="API keys"]'))`
    expect(await page.evaluate(hidden)).toBe(0)
    await page.getByRole('button', { name: 'Revoke' }).last().click()
    await page.getByText('Programs that use this key will be refused.').waitFor()
    expect(await page.evaluate(hidden)).toBe(0)
  })

  test('numbers of seven and more digits stay within their boxes on a phone', async () => {
    const { key } = await api.account()
    const page = await open('?view=keys', key)
    await rewrite(page, 'query PoolNow', ({ poolStats }) => {
      Object.assign(poolStats, { totalValidations: 9_876_543_210, avgResponseTimeMs: 12_345.67 })
    })
    await rewrite(page, 'query Usage ', ({ usage }) => {
      Object.assign(usage.currentMonth, { verifications: 1_234_567, limit: 10_000_000, remaining: 8_765_433 })
    })
    await page.setViewportSize({ width: 390, height: 900 })
    const spilled = `[...document.querySelectorAll('.figures dd, .card')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length`
    await page.getByRole('link', { name: 'Pool' }).click()
    await page.getByText('9,876,543,210').waitFor()
    await page.getByText('12,345.7 ms').waitFor()
    expect(await page.evaluate(spilled)).toBe(0)
    await page.getByRole('link', { name: 'Usage and rank' }).click()
    await page.getByText('1,234,567').first().waitFor()
    expect(await page.evaluate(spilled)).toBe(0)
  })

  test.each([
    ['account', 'Usage by day'],
    ['batches', 'Show results'],
    ['keys', 'used by this page'],
    ['webhooks', 'Rotate secret'],
    ['audit', '2 rows'],
  ])('the view %s is accessible and fits on small and dark screens', async (view, text) => {
    const { key } = await api.account({ plan: 'growth' })
    await hook(api, key, target.url)
    const page = await open('?view=batches', key)
    await send(page, ['ada@explicit.mailproof.net', 'no address'])
    await page.locator('.batch .status.completed').waitFor()
    await page.locator(`a[href="?view=${view}"]`).click()
    await page.getByText(text).first().waitFor()
    for (const { width, colorScheme } of SCREENS) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)')
      expect({ width, colorScheme, problems: await accessibilityProblems(page), overflow }).toEqual({
        width,
        colorScheme,
        problems: [],
        overflow: 0,
      })
    }
  })

  test.each(SCREENS)(
    'verdicts are counted, broken down and listed at %j, by keyboard too',
    async ({ width, colorScheme }) => {
      const { key } = await api.account()
      for (const email of ['jane@explicit.mailproof.net', 'info@explicit.mailproof.net', 'no address'])
        await api.call('verifyEmail', { key, body: { email } })
      const page = await open('', key)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.getByRole('img', { name: 'Verdicts per day: 3 verdicts, 1 deny' }).locator('canvas').waitFor()
      await page.locator('.figures div', { hasText: 'Deny' }).getByText('none in the days before').waitFor()
      await page.locator('.values li', { hasText: 'role account' }).waitFor()
      await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('DOMAIN')
      await page.locator('.values li', { hasText: 'explicit.mailproof.net' }).getByText('2 (66.7 %)').waitFor()

      expect(await page.locator('.delivery').count()).toBe(3)
      await page.getByRole('combobox', { name: 'Decision', exact: true }).selectOption('DENY')
      await page.locator('.delivery').nth(1).waitFor({ state: 'detached' })
      await page.getByRole('combobox', { name: 'Decision', exact: true }).selectOption('')
      await page.getByRole('textbox', { name: 'Address', exact: true }).fill('INFO@explicit.mailproof.net')
      await page.keyboard.press('Enter')
      await page.locator('.delivery').nth(1).waitFor({ state: 'detached' })
      await page.locator('.delivery summary').focus()
      await page.keyboard.press('Enter')
      await page.getByText('review (role account)').waitFor()
      expect(page.url()).not.toContain('explicit.mailproof.net')

      expect(await accessibilityProblems(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    },
  )

  test('addresses are shown masked from the moment they are kept', async () => {
    const { key } = await api.account()
    let page = await open('?view=verdicts', key)
    const kept = () => page.getByLabel('Masked addresses')
    await kept().selectOption('are kept for 30 days')
    await page.getByText('New decisions show their address').waitFor()
    const verify = () => api.call('verifyEmail', { key, body: { email: 'jane@explicit.mailproof.net' } })
    const newest = async () => (await api.call('listDecisions', { key })).body.decisions[0]?.address
    await eventually(
      () => verify().then(newest),
      (address) => address !== null,
    )
    await opened.close()
    page = await open('?view=verdicts', key)
    await page.getByText('j***e@explicit.mailproof.net').first().waitFor()
    await page.setViewportSize({ width: 390, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(await accessibilityProblems(page)).toEqual([])
    const forget = page.getByRole('button', { name: 'Forget them' })
    await forget.click()
    await page.getByText('unreadable for good').waitFor()
    expect((await api.call('getAccount', { key })).body.keep_addresses_days).toBe(30)
    await forget.click()
    await page.getByText('Decisions have no address').waitFor()
    expect((await api.call('getAccount', { key })).body.keep_addresses_days).toBe(0)
  })

  test('a sandbox key is shown no verdicts, and why', async () => {
    const page = await open('?view=verdicts', await sandboxKey())
    await page.getByText('its verdicts are simulated and not counted').waitFor()
  })
})
