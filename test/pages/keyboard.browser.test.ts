// The dashboard without a pointer.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { iso } from '../../src/kernel/clock.js'
import { openBrowser, type TestBrowser, tabTo } from '../../testbed/callers/browser.js'
import { REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeInBrowser } from '../support/describeInBrowser.js'

const HOUR = 3_600_000
const LIST = `who;contact;other\nAda;ada@explicit.mailproof.net;a@b\nBob;no address;c@d\n`

const parameterOf = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name)

/** Presses Tab until the element has the focus, then these keys. */
async function press(page: Page, target: Parameters<typeof tabTo>[1], ...keys: readonly string[]): Promise<void> {
  await tabTo(page, target)
  for (const key of keys) await page.keyboard.press(key)
}

async function enter(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

describeInBrowser('the dashboard by keyboard', () => {
  let api: InProcessService
  let browser: TestBrowser
  let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
  beforeAll(async () => {
    ;[api, browser, target] = await Promise.all([start({ env: REACHABLE }), openBrowser(), startAcceptingReceiver()])
  })
  afterAll(() => Promise.all([browser?.close(), api.stop(), target.close()]))

  test('signs in, moves in time, filters, verifies a list, and manages keys and webhooks, without any pointer', async () => {
    const { key } = await api.account({ plan: 'growth' })
    await api.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net', share_signals: true } })
    const then = Date.now()
    const { page, complaints, close } = await browser.open(`${api.url.replace('localhost', '127.0.0.1')}/dashboard`)
    await signIn(page, key)
    await moveInTime(page, then)
    await verifyList(page)
    await manageKeys(page, key)
    await manageWebhooks(page)
    await chooseMonth(page)
    await press(page, button(page, 'Forget this key'), 'Enter')
    await button(page, 'Use this key').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  async function signIn(page: Page, key: string): Promise<void> {
    await enter(page, 'API key', key)
    await press(page, button(page, 'Use this key'), 'Space')
    await page.getByText('Using the key').waitFor()
  }

  async function moveInTime(page: Page, then: number): Promise<void> {
    await press(page, link(page, 'Pool'), 'Enter')
    await page.getByText('live', { exact: true }).waitFor()
    await page.clock.setFixedTime(then + HOUR)
    await press(page, page.getByLabel('Time', { exact: true }), 'ArrowLeft')
    await page.getByText('not shown for the past').waitFor()
    expect(parameterOf(page, 'asOf')).toBe(iso(then))
    await press(page, button(page, 'Now'), 'Enter')
    await page.getByText('live', { exact: true }).waitFor()
    await page.clock.setFixedTime(Date.now())
    await press(page, page.getByLabel('Period'), 'ArrowDown')
    expect(parameterOf(page, 'period')).toBe('MONTHLY')
  }

  async function verifyList(page: Page): Promise<void> {
    await press(page, link(page, 'Batches'), 'Enter')
    const chooser = page.waitForEvent('filechooser')
    await press(page, page.getByLabel(/^Drop a CSV file here/), 'Enter')
    await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) })
    const column = page.getByLabel('Addresses are in')
    await column.waitFor()
    await press(page, column, 'ArrowUp')
    expect(await column.inputValue()).toBe('1')
    await press(page, button(page, 'Verify this list'), 'Enter')
    await page.locator('.batch .status.completed').waitFor()

    const download = page.waitForEvent('download')
    await press(page, link(page, 'invalid'), 'Enter')
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('Bob')
    await press(page, button(page, 'Show results'), 'Enter')
    await press(page, page.getByLabel('Results').first(), 'ArrowDown', 'ArrowDown', 'ArrowDown')
    await page.getByRole('region', { name: 'Results' }).getByText('no address').waitFor()
    await press(page, page.getByLabel('Status'), 'ArrowDown')
    await page.getByText('No batch has this status.').waitFor()
    expect(parameterOf(page, 'status')).toBe('PENDING')
  }

  async function manageKeys(page: Page, key: string): Promise<void> {
    await press(page, link(page, 'Keys'), 'Enter')
    await enter(page, 'Name', 'by keyboard')
    await page.keyboard.press('Enter')
    await page.locator('.secret').waitFor()
    const made = (await page.locator('.secret code').first().textContent())!
    expect((await api.call('getAccount', { key: made })).status).toBe(200)
    const revoke = page.locator('tr', { hasText: 'by keyboard' }).getByRole('button', { name: 'Revoke' })
    await press(page, revoke, 'Enter')
    await press(page, button(page, 'Keep'), 'Enter')
    await press(page, revoke, 'Enter', 'Enter')
    await revoke.waitFor({ state: 'detached' })
    expect((await api.call('getAccount', { key: made })).status).toBe(401)
    expect((await api.call('getAccount', { key })).status).toBe(200)
  }

  async function manageWebhooks(page: Page): Promise<void> {
    await press(page, link(page, 'Webhooks'), 'Enter')
    await enter(page, 'URL', target.url)
    await press(page, page.getByLabel('an address was verified'), 'Space')
    await press(page, button(page, 'Create'), 'Enter')
    await page.getByText('The signing secret.').waitFor()
    await page.getByText('Called when a batch has ended or an address was verified.').waitFor()
    await press(page, button(page, 'Send a test'), 'Enter')
    const delivery = page.locator('.delivery')
    await delivery.locator('.status.delivered').waitFor()
    await press(page, delivery.locator('summary'), 'Enter')
    await delivery.getByText('"webhook.test"').waitFor()
    await press(page, button(page, 'Send again'), 'Enter')
    await delivery.locator('li').nth(1).waitFor()
    await eventually(
      async () => target.requests.length,
      (count) => count === 2,
    )
  }

  async function chooseMonth(page: Page): Promise<void> {
    await press(page, link(page, 'Usage and rank'), 'Enter')
    await page.getByRole('img', { name: /^Usage per day/ }).waitFor()
    await press(page, page.getByLabel(/^Month/), 'ArrowDown')
    await page.getByText('Nothing was verified in').waitFor()
    expect(parameterOf(page, 'month')).toMatch(/^\d{4}-\d{2}$/)
  }
})
