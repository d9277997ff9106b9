// The dashboard's rules, backtests and outcomes in a real browser.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import type { BacktestEvent } from '../../src/features/backtests/events.js'
import { newId } from '../../src/kernel/ids.js'
import {
  accessibilityProblems,
  openBrowser,
  type TestBrowser,
  tabTo,
  type Watched,
} from '../../testbed/callers/browser.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeInBrowser } from '../support/describeInBrowser.js'

const SCREENS = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1_280, colorScheme: 'light' },
  { width: 1_280, colorScheme: 'dark' },
] as const
const HERE = 'explicit.mailproof.net'
const DENY_HERE = { name: 'not from here', when: { fact: 'domain', op: 'eq', value: HERE }, action: 'deny' }
const ALWAYS = { all: [] }

describeInBrowser('the rules of an account in the dashboard', () => {
  let api: InProcessService
  let browser: TestBrowser
  let url: string
  let opened: Watched
  beforeAll(async () => {
    ;[api, browser] = await Promise.all([
      start({ env: { WRITES_PER_MINUTE: '10000', WRITES_PER_DAY: '10000' } }),
      openBrowser(),
    ])
    url = `${api.url.replace('localhost', '127.0.0.1')}/dashboard`
  })
  afterAll(() => Promise.all([browser?.close(), api.stop()]))
  afterEach(async () => {
    expect(opened.complaints).toEqual([])
    expect([...opened.origins].map((origin) => new URL(origin).host)).toEqual(
      [...opened.origins].map(() => new URL(url).host),
    )
    await opened.close()
  })

  async function open(key: string, query = '?view=rules'): Promise<Page> {
    opened = await browser.open(`${url}${query}`)
    const { page } = opened
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('Using the key').waitFor()
    return page
  }

  const verify = (key: string, email: string) => api.call('verifyEmail', { key, body: { email } })
  const draft = async (key: string, rules: readonly unknown[]) =>
    expect((await api.call('putRulesDraft', { key, body: { rules } })).status).toBe(200)
  const rulesOf = async (key: string) => (await api.call('getRules', { key })).body
  const card = (page: Page, title: string): Locator =>
    page.locator('section.card', { has: page.getByRole('heading', { name: title, exact: true, level: 2 }) })
  const save = (page: Page) => page.getByRole('button', { name: 'Save the draft' }).click()
  /** Confirms what a button asks. */
  async function twice(button: Locator): Promise<void> {
    await button.click()
    await button.click()
  }
  /** Chromium itself logs answers with such a status; the page must not. */
  function refusedWith(status: number): void {
    const logged = opened.complaints.splice(0)
    expect(logged.length).toBeGreaterThan(0)
    for (const text of logged) expect(text).toContain(`the server responded with a status of ${status}`)
  }

  test('a rule is written, saved, tried on the past and activated by keyboard alone', async () => {
    const { key } = await api.account()
    for (const name of ['ada', 'bob']) await verify(key, `${name}@${HERE}`)
    const page = await open(key)
    await page.getByText('No rules yet: the default decision decides.').waitFor()
    await tabTo(page, page.getByRole('button', { name: 'Add a rule' }))
    await page.keyboard.press('Enter')
    await page.keyboard.type('not from here')
    await page.keyboard.press('Tab')
    await page.keyboard.type('deny')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Please use another address.')
    await tabTo(page, page.getByRole('textbox', { name: 'Value' }))
    await page.keyboard.type(HERE)
    await tabTo(page, page.getByRole('button', { name: 'Save the draft' }))
    await page.keyboard.press('Enter')
    await page.getByText('The draft is saved.').waitFor()
    expect((await rulesOf(key)).draft.rules).toEqual([
      {
        name: 'not from here',
        when: { all: [{ fact: 'domain', op: 'eq', value: HERE }] },
        action: 'deny',
        message: 'Please use another address.',
      },
    ])
    await tabTo(page, page.getByRole('button', { name: 'Try them' }))
    await page.keyboard.press('Enter')
    const found = page.getByRole('article', { name: 'The backtest' })
    await found.getByText('2 of 2 verifications (100.0 %)').waitFor()
    await found.getByRole('row', { name: 'allow 0 0 2' }).waitFor()
    await found.getByRole('region', { name: 'By rule' }).getByText('allow → deny 2').waitFor()
    await found.getByRole('region', { name: 'Examples' }).getByText(HERE).first().waitFor()
    await found.getByRole('img', { name: 'Changed per day: 2 changes in 1 day' }).waitFor()
    await tabTo(page, page.getByRole('button', { name: 'Activate the draft' }))
    await page.keyboard.press('Enter')
    await page.getByText('1 rule will decide.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Version 1 is live.').waitFor()
    await card(page, 'Versions').locator('tr', { hasText: '1 live' }).getByText('1 rule').waitFor()
    const { body } = await api.call('verifyEmailSignals', { key, body: { email: `eve@${HERE}` } })
    expect(body.decision).toMatchObject({ action: 'deny', rule: 'not from here', rules_version: 1 })
  })

  test('rules are ordered by keyboard, the focus stays, and the new place is said', async () => {
    const { key } = await api.account()
    const names = ['first', 'second', 'third']
    await draft(
      key,
      names.map((name) => ({ name, when: DENY_HERE.when, action: 'deny' })),
    )
    const page = await open(key)
    const up = page.getByRole('button', { name: 'Move third up' })
    await tabTo(page, up)
    await page.keyboard.press('Enter')
    await page.getByText('Now number 2 of 3.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Now number 1 of 3.').waitFor()
    expect(await up.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    await save(page)
    await page.getByText('The draft is saved.').waitFor()
    const saved = (await rulesOf(key)).draft.rules.map(({ name }: { name: string }) => name)
    expect(saved).toEqual(['third', 'first', 'second'])
  })

  test('what is wrong is said at the condition that is wrong, and goes when that is corrected', async () => {
    const { key } = await api.account()
    await draft(key, [
      DENY_HERE,
      {
        name: 'two',
        when: { any: [{ not: DENY_HERE.when }, { fact: 'provider', op: 'eq', value: 'gmail' }] },
        action: 'deny',
      },
    ])
    const page = await open(key)
    await page.locator('.rule summary').nth(1).click()
    const values = page.locator('.rule').nth(1).getByRole('textbox', { name: 'Value' })
    await values.nth(0).fill('no name at all')
    await values.nth(1).fill('G Mail')
    await save(page)
    await page.getByRole('alert').getByText('The draft was not saved').waitFor()
    refusedWith(400)
    const conditions = page.locator('.rule').nth(1).locator('.condition.wrong')
    expect(await conditions.count()).toBe(2)
    await conditions.nth(0).getByText('value must be a name such as example.com').waitFor()
    await conditions.nth(1).getByText('value must be the name of a mailbox provider').waitFor()
    await page.getByRole('button', { name: /^Rule 2: value must be the name/ }).focus()
    await page.keyboard.press('Enter')
    expect(await conditions.nth(1).evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    await values.nth(1).fill('outlook')
    await eventually(
      () => conditions.count(),
      (count) => count === 1,
    )
    await values.nth(0).fill('other.example')
    await eventually(
      () => conditions.count(),
      (count) => count === 0,
    )
    await save(page)
    await page.getByText('The draft is saved.').waitFor()
    expect((await rulesOf(key)).draft.rules[1].when).toEqual({
      any: [
        { not: { any: [{ fact: 'domain', op: 'eq', value: 'other.example' }] } },
        { fact: 'provider', op: 'eq', value: 'outlook' },
      ],
    })
  })

  test('a rule that an earlier one shadows is said to be', async () => {
    const { key } = await api.account()
    await draft(key, [{ name: 'all', when: ALWAYS, action: 'allow' }, DENY_HERE])
    const page = await open(key)
    const second = page.locator('.rule').nth(1)
    await second.getByText('not from here never decides: all decides before it').waitFor()
    await page.getByRole('button', { name: 'Move not from here up' }).click()
    await second.locator('.notice').waitFor({ state: 'detached' })
  })

  test('the form and JSON are the same rules, and nothing that is typed is lost between them', async () => {
    const { key } = await api.account()
    const page = await open(key)
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const text = page.getByRole('textbox', { name: 'The rules as JSON' })
    await text.fill('{"rules": [\n  {"name": "x",}\n]}')
    await save(page)
    await page.getByRole('alert').getByText('This is not JSON, in line 2').waitFor()
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    expect(await text.inputValue()).toContain('"x",}')

    const reasons = { fact: 'reasons', op: 'contains_any', value: ['disposable', 'role_account'] }
    const rule = { name: 'typed', when: { not: { all: [reasons, DENY_HERE.when] } }, action: 'review', color: 'red' }
    await text.fill(JSON.stringify({ rules: [rule] }))
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    await page.getByText('not (reasons contain any of disposable, role_account and domain is').waitFor()
    await page.locator('.rule summary').first().click()
    await save(page)
    await page.locator('.rule').getByText('unknown field rules[0].color').first().waitFor()
    refusedWith(400)
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const { color: _, ...right } = rule
    await text.fill(JSON.stringify([right]))
    await save(page)
    await page.getByText('The draft is saved.').waitFor()
    expect((await rulesOf(key)).draft.rules).toEqual([right])
    expect(JSON.parse(await text.inputValue())).toEqual({ rules: [right] })
  })

  test('what is typed while the draft is being saved stays, to be saved next', async () => {
    const { key } = await api.account()
    const page = await open(key)
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const text = page.getByRole('textbox', { name: 'The rules as JSON' })
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/v1/rules/draft', async (route) => {
      await held
      await route.continue()
    })
    await text.fill(JSON.stringify([{ ...DENY_HERE, name: 'first' }]))
    await save(page)
    await page.locator('button.primary[aria-disabled="true"]').waitFor()
    const later = JSON.stringify([DENY_HERE])
    await text.fill(later)
    answer()
    await page.locator('button.primary[aria-disabled="false"]').first().waitFor()
    await eventually(
      () => rulesOf(key),
      ({ draft }) => draft?.rules[0]?.name === 'first',
    )
    expect(await text.inputValue()).toBe(later)
    await save(page)
    await page.getByText('The draft is saved.').waitFor()
    expect((await rulesOf(key)).draft.rules).toEqual([DENY_HERE])
    await text.fill('[]')
    await twice(page.getByRole('button', { name: 'Discard my changes' }))
    expect(JSON.parse(await text.inputValue())).toEqual({ rules: [DENY_HERE] })
  })

  test('work that is not saved survives other views and a service that is down, and is saved once that is back', async () => {
    const { key } = await api.account()
    const page = await open(key)
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('kept')
    await page.getByRole('textbox', { name: 'Value' }).fill(HERE)
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByText('used by this page').waitFor()
    await page.getByRole('link', { name: 'Rules' }).click()
    await page.getByText('There are changes that are not saved.').waitFor()
    for (const status of [500, 503]) {
      const body = { error: { code: status === 500 ? 'INTERNAL_ERROR' : 'SERVICE_UNAVAILABLE', message: 'Not now.' } }
      await page.route('**/v1/rules/draft', (route) => route.fulfill({ status, json: body }))
      await save(page)
      await page.getByRole('alert').getByText('Not now.').waitFor()
      await page.unroute('**/v1/rules/draft')
    }
    await page.route('**/v1/rules/draft', (route) => route.fulfill({ status: 200, body: '<html>' }))
    await save(page)
    await page.getByRole('alert').getByText('The service does not answer.').waitFor()
    await page.unroute('**/v1/rules/draft')
    // Chromium says itself that these were errors.
    const complaints = opened.complaints.splice(0)
    expect(complaints.filter((text) => !/Failed to load resource/.test(text))).toEqual([])
    await save(page)
    await page.getByText('The draft is saved.').waitFor()
    expect((await rulesOf(key)).draft.rules[0].name).toBe('kept')
  })

  test('a version that somebody else has activated meanwhile is not overwritten', async () => {
    const { key } = await api.account()
    await draft(key, [DENY_HERE])
    const page = await open(key)
    await page.getByText('compared with no rules').waitFor()
    await api.call('activateRules', { key })
    await draft(key, [])
    await twice(page.getByRole('button', { name: 'Activate the draft' }))
    await page.getByText('compared with version 1').waitFor()
    await page.getByText('not from here').first().waitFor()
    expect((await rulesOf(key)).live.version).toBe(1)
  })

  test('a draft that somebody else has written meanwhile is shown before it can be activated', async () => {
    const { key } = await api.account()
    await draft(key, [DENY_HERE])
    const page = await open(key)
    await page.getByText('compared with no rules').waitFor()
    await draft(key, [{ ...DENY_HERE, name: 'theirs' }])
    await twice(page.getByRole('button', { name: 'Activate the draft' }))
    await page.getByText('theirs').first().waitFor()
    expect((await rulesOf(key)).live.version).toBe(0)
  })

  test('an earlier version is shown and made live again, and rules are switched off', async () => {
    const { key } = await api.account()
    for (const name of ['one', 'two']) {
      await draft(key, [{ ...DENY_HERE, name }])
      await api.call('activateRules', { key })
    }
    const page = await open(key)
    const versions = card(page, 'Versions')
    await versions.getByText('Version 2 is live.').waitFor()
    await versions.locator('tr', { hasText: 'Go back to 1' }).getByText('1 rule').click()
    await versions.getByText(`domain is ${HERE}`).waitFor()
    await twice(versions.getByRole('button', { name: 'Go back to 1' }))
    await versions.getByText('Version 1 is live.').waitFor()
    await twice(versions.getByRole('button', { name: 'Switch rules off' }))
    await versions.getByText('No rules are live').waitFor()
    expect((await rulesOf(key)).live.version).toBe(0)
  })

  test('the draft is compared with the version that is live, also after another one is', async () => {
    const { key } = await api.account()
    for (const name of ['one', 'two']) {
      await draft(key, [{ ...DENY_HERE, name }])
      await api.call('activateRules', { key })
    }
    await draft(key, [{ ...DENY_HERE, name: 'two' }])
    const page = await open(key)
    await page.getByText('They say the same.').waitFor()
    await twice(card(page, 'Versions').getByRole('button', { name: 'Go back to 1' }))
    await page.getByText('compared with version 1').waitFor()
    await page.locator('.changes li', { hasText: 'one' }).waitFor()
    expect(await page.getByText('They say the same.').count()).toBe(0)
  })

  test('the list of choices stays open, with the focus, while one chooses', async () => {
    const { key } = await api.account()
    await draft(key, [
      { name: 'r', when: { fact: 'reasons', op: 'contains_any', value: ['disposable'] }, action: 'deny' },
    ])
    const page = await open(key)
    await page.locator('.rule summary').first().click()
    const choices = page.locator('.choices')
    await choices.locator('summary').click()
    const box = (name: string) => choices.getByRole('checkbox', { name, exact: true })
    await box('disposable').press('Space')
    await choices.getByText('Choose at least one').waitFor()
    await box('role account').focus()
    await page.keyboard.press('Space')
    await choices.locator('summary', { hasText: 'role account' }).waitFor()
    expect(await box('role account').evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    expect(await box('role account').isVisible()).toBe(true)
  })

  test('work that is not saved is asked about on leaving any view, and survives its key, but is not shown to another account', async () => {
    const { key } = await api.account()
    const mine = await api.generate(key)
    const other = await api.account()
    const page = await open(mine.key)
    const use = async (each: string) => {
      await page.getByLabel('API key').fill(each)
      await page.getByRole('button', { name: 'Use this key' }).click()
      await page.getByText('Using the key').waitFor()
    }
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('kept')
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByText('used by this page').waitFor()
    const leaves = () => page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    expect(await leaves()).toBe(false)
    await api.call('revokeKey', { key, params: { keyId: mine.id } })
    await page.getByRole('link', { name: 'Rules' }).click()
    await page.getByRole('alert').getByText('key').waitFor()
    expect(await leaves()).toBe(false)
    await use(other.key)
    await page.getByText('No rules yet').waitFor()
    await page.getByRole('button', { name: 'Forget this key' }).click()
    await use(key)
    await page.getByText('There are changes that are not saved.').waitFor()
    await page.locator('.rule summary', { hasText: 'kept' }).waitFor()
    await twice(page.getByRole('button', { name: 'Discard my changes' }))
    await page.getByText('No rules yet').waitFor()
    expect(await leaves()).toBe(true)
  })

  test('a list is replaced, its domains are shown, and entries that are wrong are named', async () => {
    const { key } = await api.account()
    const page = await open(key)
    const list = card(page, 'Deny list')
    await list.getByText('It is empty.').waitFor()
    await list.getByText('Replace its entries').click()
    const entries = list.getByRole('textbox')
    await entries.fill('bad.example\nnot a domain\n*.worse.example\njane@example.com')
    await twice(list.getByRole('button', { name: 'Replace the deny list' }))
    await list.getByText('not a domain must be an address, a domain such as example.com').waitFor()
    refusedWith(400)
    await entries.fill('bad.example\n*.worse.example\njane@example.com')
    await twice(list.getByRole('button', { name: 'Replace the deny list' }))
    await list.getByText('2 domains, 1 address.').waitFor()
    expect(await list.locator('.entries code').allTextContents()).toEqual(['*.worse.example', 'bad.example'])
  })

  test('names, messages and values of rules are text, never markup', async () => {
    const { key } = await api.account()
    await verify(key, `ada@${HERE}`)
    const hostile = '<img src=x onerror=alert(1)>'
    await draft(key, [{ ...DENY_HERE, name: hostile, message: hostile }])
    const { body } = await api.call('createBacktest', { key, body: {} })
    const page = await open(key, `?view=rules&backtest=${body.id}`)
    await page.getByRole('region', { name: 'By rule' }).getByText(hostile).waitFor()
    await page.locator('.changes').getByText(hostile).first().waitFor()
    await page.locator('.rule summary').getByText(hostile).waitFor()
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    await page
      .getByRole('textbox', { name: 'The rules as JSON' })
      .fill(
        JSON.stringify([{ name: hostile, when: { fact: hostile, op: hostile, value: [hostile] }, action: hostile }]),
      )
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    await save(page)
    await page.getByRole('alert').getByText('The draft was not saved').waitFor()
    refusedWith(400)
    await page.locator('.rule summary').click()
    await page.getByText('This is no condition that the form knows').waitFor()
    await api.call('activateRules', { key })
    await verify(key, `eve@${HERE}`)
    await page.getByRole('link', { name: 'Verdicts' }).click()
    await page.getByRole('textbox', { name: 'Rule', exact: true }).fill(hostile)
    await page.keyboard.press('Enter')
    await page.locator('.delivery summary').getByText(`by ${hostile}`).waitFor()
    expect(await page.locator('.delivery').count()).toBe(1)
    expect(await page.locator('main img').count()).toBe(0)
  })

  /** A backtest that no job goes on with, and the means to go on with it. */
  async function slowBacktest(id: string, key: string) {
    const { eventing } = api.service.container
    const begun = (await api.call('createBacktest', { key, body: { rules: 'live' } })).body.id
    const [requested] = (await api.events(`backtest-${begun}`)) as unknown as readonly BacktestEvent[]
    const test = newId()
    const actor = () => ({ id: 'system', correlationId: newId(), commandId: newId() })
    const append = (event: BacktestEvent, expected: 'no_stream' | bigint) =>
      eventing.append(`backtest-${test}`, [event], actor(), expected)
    await append({ ...requested!, data: { ...requested!.data, total: 1_000 } } as BacktestEvent, 'no_stream')
    const cells = Array.from({ length: 16 }, (_, cell) => (cell === 2 ? 250 : 0))
    const none = cells.map(() => 0)
    const counts = { processed: 250, cells, reasons: [], days: [], rules: [], good: none, bad: none, examples: [] }
    const place = { kind: 'usage', name: '2026-11', createdAt: 0, revision: '0' } as const
    return {
      id: test,
      advance: (step: number) =>
        append({ type: 'BacktestAdvanced', data: { account: id, place, counts } }, BigInt(step)),
    }
  }

  test('the progress of a backtest arrives by itself, and it is cancelled after a question', async () => {
    const { id, key } = await api.account()
    const slow = await slowBacktest(id, key)
    const page = await open(key, `?view=rules&backtest=${slow.id}`)
    const found = page.getByRole('article', { name: 'The backtest' })
    await found.getByText('0 of about 1,000 verifications').waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.postData() ?? ''))
    await slow.advance(0)
    await found.getByText('250 of about 1,000 verifications').waitFor()
    await slow.advance(1)
    await found.getByText('500 of about 1,000 verifications').waitFor()
    await found.getByText('500 of 500 verifications (100.0 %)').waitFor()
    expect(asked).toEqual([])
    await twice(found.getByRole('button', { name: 'Cancel the backtest' }))
    await found.locator('.status.cancelled').waitFor()
    expect((await api.call('getBacktest', { key, params: { backtestId: slow.id } })).body.status).toBe('cancelled')
  })

  test('without outcomes the page teaches how to report them, with them it says who was right', async () => {
    const { key } = await api.account()
    await verify(key, `ada@${HERE}`)
    await verify(key, `info@${HERE}`)
    const page = await open(key, '?view=outcomes')
    await page.getByText('Nothing was reported in these months.').waitFor()
    expect(await page.locator('.empty pre').textContent()).toContain('/v1/outcomes')
    expect(await accessibilityProblems(page)).toEqual([])
    const outcomes = [
      { email: `ada@${HERE}`, outcome: 'confirmed' },
      { email: `info@${HERE}`, outcome: 'bounced', bounce_type: 'hard' },
    ]
    expect((await api.call('recordOutcomes', { key, body: { outcomes } })).status).toBe(200)
    await page.getByLabel('Range').selectOption('3')
    expect(await filledHeight(page, page.locator('meter').first())).toBe(1)
    await page
      .getByRole('region', { name: 'By reason' })
      .getByRole('row', { name: 'role account 0 1 100.0 % 100.0 %' })
      .waitFor()
    await page
      .getByRole('region', { name: 'By decision' })
      .getByRole('row', { name: /^allow 1 0/ })
      .waitFor()
  })

  /** The share of a meter's height that is filled, near its start. */
  async function filledHeight(page: Page, meter: Locator): Promise<number> {
    await meter.waitFor()
    const png = (await meter.screenshot()).toString('base64')
    return (await page.evaluate(`(async () => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob('${png}'), (each) => each.charCodeAt(0))]))
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      canvas.drawImage(image, 0, 0)
      const reds = canvas.getImageData(20, 1, 1, image.height - 2).data.filter((_, index) => index % 4 === 0)
      return reds.filter((red) => red < 128).length / reds.length
    })()`)) as number
  }

  test('a sandbox key is shown neither rules nor outcomes, and why', async () => {
    const { key } = await api.account()
    const page = await open((await api.generate(key, { sandbox: true })).key)
    await page.getByText('it neither sees nor changes them').waitFor()
    await page.getByRole('link', { name: 'Outcomes' }).click()
    await page.getByText('checked and not recorded').waitFor()
  })

  test('a key without the scope of rules is told so', async () => {
    const { key } = await api.account()
    const page = await open((await api.generate(key, { scopes: ['read'] })).key)
    await page.getByRole('alert').getByText('scope').waitFor()
  })

  test.each(SCREENS)('rules, a backtest and outcomes are accessible and fit at %j', async ({ width, colorScheme }) => {
    const { key } = await api.account()
    for (const email of [`ada@${HERE}`, `info@${HERE}`, 'no address']) await verify(key, email)
    await api.call('recordOutcomes', { key, body: { outcomes: [{ email: `ada@${HERE}`, outcome: 'confirmed' }] } })
    await draft(key, [
      { ...DENY_HERE, name: 'n'.repeat(60), message: 'm'.repeat(500) },
      {
        when: {
          all: [
            { fact: 'reasons', op: 'contains_any', value: ['disposable'] },
            { any: [{ fact: 'hour', op: 'in', value: [1, 2] }] },
          ],
        },
        action: 'review',
      },
    ])
    const { body } = await api.call('createBacktest', { key, body: {} })
    const page = await open(key, `?view=rules&backtest=${body.id}`)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    for (const rule of [0, 1]) await page.locator('.rule summary').nth(rule).click()
    await page.getByRole('region', { name: 'Examples' }).waitFor()
    const counted = page.getByRole('region', { name: 'Outcomes before and after' }).locator('tbody td:first-child')
    expect((await counted.allInnerTexts()).map((text) => text.split(' (')[0]!.trim()).sort()).toEqual(
      ['Good', 'Bad'].flatMap((kind) => ['accepted', 'reviewed', 'refused'].map((each) => `${kind}, ${each}`)).sort(),
    )
    const judge = async () => ({
      problems: await accessibilityProblems(page),
      overflow: await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)'),
    })
    const fine = { problems: [], overflow: 0 }
    expect(await judge()).toEqual(fine)
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    expect(await judge()).toEqual(fine)
    await page.getByRole('link', { name: 'Outcomes' }).click()
    await page.getByRole('region', { name: 'By decision' }).waitFor()
    expect(await judge()).toEqual(fine)
  })
})
