// POST /v1/outcomes and GET /v1/outcomes/quality, by status; what verifications then say; and the same over GraphQL.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ended, submit } from '../../testbed/callers/batches.js'
import { ask, dataOf } from '../../testbed/callers/graphql.js'
import { problemPaths } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import {
  describeBodies,
  describeMethods,
  describeParameters,
  describeUnauthorized,
  testForms,
} from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: { WRITES_PER_MINUTE: '1000' } })
})
afterAll(() => api.stop())

const JANE = 'jane@explicit.mailproof.net'
const HARD = { outcome: 'bounced', bounce_type: 'hard' }

const report = async (key: string, ...outcomes: object[]) => {
  const { status, body } = await api.call('recordOutcomes', { key, body: { outcomes } })
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true, received: outcomes.length } })
  const { success, received, ...counts } = body
  return counts
}
const verify = async (key: string, email: string) => (await api.call('verifyEmail', { key, body: { email } })).body
const signals = async (key: string, email: string) =>
  (await api.call('verifyEmailSignals', { key, body: { email } })).body
const reasonsOf = (body: { reasons: { code: string }[] }) => body.reasons.map(({ code }) => code)
const quality = async (key: string, query = '') => (await api.call('getOutcomeQuality', { key, query })).body
const NOTHING = { recorded: 0, repeated: 0, unknown: 0, unmatched: 0 }

/** When a request was recorded is not known to its caller; an outcome is later. */
const later = () => new Date(Date.now() + 60_000).toISOString()

describe('reports: 200', () => {
  test('count for the verification of the address, in any spelling, before and after the first report', async () => {
    const { key } = await api.account()
    await verify(key, JANE)
    await signals(key, 'info@explicit.mailproof.net')
    expect(
      await report(
        key,
        { email: 'Jane@Explicit.mailproof.net', outcome: 'confirmed' },
        { email: 'info@explicit.mailproof.net', outcome: 'complained' },
      ),
    ).toEqual({ ...NOTHING, recorded: 2 })
    await verify(key, 'x@mailinator.com')
    expect(await report(key, { email: 'x@mailinator.com', outcome: 'engaged' })).toEqual({ ...NOTHING, recorded: 1 })
    const { total, months } = await quality(key)
    expect(total).toMatchObject({
      good: 2,
      bad: 1,
      decisions: [
        { decision: 'allow', good: 1, bad: 0, precision: 0, recall: 0 },
        { decision: 'review', good: 0, bad: 1, precision: 1, recall: 1 },
        { decision: 'deny', good: 1, bad: 0, precision: 0, recall: 0 },
        { decision: 'unknown', good: 0, bad: 0, precision: null, recall: 0 },
      ],
      outcomes: { confirmed: 1, delivered: 0, engaged: 1, complained: 1, bounced_hard: 0, bounced_soft: 0 },
      unmatched: 0,
      contradictions: 0,
    })
    expect(total.reasons).toContainEqual({ reason: 'role_account', good: 0, bad: 1, precision: 1, recall: 1 })
    expect(total.reasons).toContainEqual({ reason: 'disposable', good: 1, bad: 0, precision: 0, recall: 0 })
    const { month, ...counts } = months[0]
    expect(months).toHaveLength(1)
    expect(month).toBe(new Date().toISOString().slice(0, 7))
    expect(counts).toEqual(total)
  })

  test('name a verification by its request, also a row of a synchronous batch', async () => {
    const { key } = await api.account()
    const single = await api.call('verifyEmail', { key, body: { email: JANE } })
    const batch = await api.call('verifyBatch', { key, body: { emails: [JANE, 'info@explicit.mailproof.net'] } })
    const [one, many] = [single.headers['x-request-id'], batch.headers['x-request-id']]
    expect(
      await report(
        key,
        { request_id: one, outcome: 'delivered' },
        { request_id: many, row: 1, ...HARD },
        { request_id: many, outcome: 'delivered' },
        { request_id: many, row: 2, outcome: 'delivered' },
        { request_id: '019ae48e-7111-7a41-8c3e-5d2c41e073c0', outcome: 'delivered' },
        { request_id: 'never', outcome: 'delivered' },
        { request_id: 'never', email: 'never@explicit.mailproof.net', outcome: 'delivered' },
      ),
    ).toEqual({ recorded: 3, repeated: 0, unknown: 4, unmatched: 1 })
    expect((await quality(key)).total).toMatchObject({ good: 1, bad: 1, unmatched: 1 })
  })

  test('about a request of another account are about one that never was', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const { headers } = await api.call('verifyEmail', { key: ada.key, body: { email: JANE } })
    const asked = { request_id: headers['x-request-id'], outcome: 'delivered' }
    expect(await report(bob.key, asked)).toEqual({ ...NOTHING, unknown: 1 })
    expect(await report(bob.key, { ...asked, email: JANE })).toEqual({ ...NOTHING, recorded: 1, unmatched: 1 })
    expect((await quality(ada.key)).total).toMatchObject({ good: 0, bad: 0 })
    expect(await report(ada.key, asked)).toEqual({ ...NOTHING, recorded: 1 })
  })

  test('that were made before change nothing', async () => {
    const { key } = await api.account()
    await verify(key, JANE)
    const at = later()
    const outcomes = [
      { email: JANE, outcome: 'delivered', at },
      { email: 'other@example.com', outcome: 'confirmed' },
    ]
    expect(await report(key, ...outcomes)).toEqual({ ...NOTHING, recorded: 2, unmatched: 1 })
    const before = await quality(key)
    expect(await report(key, ...outcomes)).toEqual({ ...NOTHING, repeated: 2 })
    expect(await quality(key)).toEqual(before)
  })

  test('that contradict each other are all counted, and the latest decides', async () => {
    const { key } = await api.account()
    await verify(key, JANE)
    const at = (minute: number) => new Date(Date.now() + minute * 60_000).toISOString()
    await report(key, { email: JANE, outcome: 'delivered', at: at(2) }, { email: JANE, ...HARD, at: at(3) })
    expect((await quality(key)).total).toMatchObject({ good: 0, bad: 1, contradictions: 1 })
    await report(key, { email: JANE, outcome: 'engaged', at: at(4) }, { email: JANE, outcome: 'complained', at: at(1) })
    expect((await quality(key)).total).toMatchObject({
      good: 1,
      bad: 0,
      contradictions: 3,
      outcomes: { delivered: 1, bounced_hard: 1, engaged: 1, complained: 1 },
    })
  })

  test('of many processes at once are each counted once', async () => {
    const { key } = await api.account()
    await verify(key, JANE)
    const outcomes = [{ email: JANE, outcome: 'delivered', at: later() }]
    const all = await Promise.all(Array.from({ length: 8 }, () => report(key, ...outcomes)))
    expect(all.reduce((sum, { recorded }) => sum + recorded, 0)).toBe(1)
    expect((await quality(key)).total).toMatchObject({ good: 1, outcomes: { delivered: 1 } })
  })

  test('of a sandbox key are checked and not recorded', async () => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    expect(await report(sandbox.key, { email: JANE, ...HARD })).toEqual({ ...NOTHING, unknown: 1 })
    expect(reasonsOf(await signals(key, JANE))).not.toContain('known_bounce')
    expect((await quality(sandbox.key)).total).toMatchObject({ good: 0, bad: 0 })
  })

  test('leave no address in the log', async () => {
    const { key, id } = await api.account()
    await verify(key, JANE)
    await report(key, { email: JANE, ...HARD }, { email: 'never.asked@example.com', outcome: 'delivered' })
    const events = await api.events(`outcomes-${id}`)
    expect(events).toHaveLength(1)
    const text = JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    for (const part of ['jane', 'never.asked', 'explicit']) expect(text).not.toContain(part)
  })
})

describe('reports as CSV', () => {
  const csv = (key: string, body: string | Buffer, type = 'text/csv') =>
    api.call('recordOutcomes', { key, body, headers: { 'Content-Type': type } })

  test.each([
    [
      'as JSON names them',
      'email,outcome,bounce_type,at\njane@explicit.mailproof.net,confirmed,,\nx@example.com,bounced,soft,\n',
    ],
    [
      'in any order, in quotes',
      '"outcome","email"\r\n"confirmed","jane@explicit.mailproof.net"\r\n"engaged"," x@example.com "',
    ],
    [
      'after a byte order mark',
      '\uFEFFemail,outcome\r\njane@explicit.mailproof.net,confirmed\r\nx@example.com,delivered\r\n',
    ],
    [
      'separated as spreadsheets do',
      'email;outcome\r\n\r\njane@explicit.mailproof.net;confirmed\r\nx@example.com;complained\r\n',
    ],
  ])('have an outcome a line, with columns %s', async (_, body) => {
    const { key } = await api.account()
    await verify(key, JANE)
    const answer = await csv(key, body, 'Text/CSV; charset=utf-8')
    expect(answer).toMatchObject({ status: 200, body: { received: 2, recorded: 2, unmatched: 1 } })
    expect((await quality(key)).total).toMatchObject({ good: 1, outcomes: { confirmed: 1 } })
  })

  test('name verifications by request and row', async () => {
    const { key } = await api.account()
    const { headers } = await api.call('verifyBatch', { key, body: { emails: [JANE, 'info@explicit.mailproof.net'] } })
    const answer = await csv(key, `request_id,row,outcome\n${headers['x-request-id']},1,complained\n`)
    expect(answer.body).toMatchObject({ recorded: 1, unmatched: 0 })
  })

  test('name the line of every error, by whoever finds it, and record nothing', async () => {
    const { key, id } = await api.account()
    const problems = async (body: string) => {
      const answer = await csv(key, body)
      expect({ status: answer.status, text: answer.text }).toEqual({
        status: 400,
        text: expect.not.stringContaining('jane'),
      })
      return answer.body.error.details?.problems?.map(({ message }: { message: string }) => message)
    }
    expect(
      await problems('email,outcome\n\njane@example.com,lost\n"a\nb@example.com",confirmed\njane@example.com,\n'),
    ).toEqual([
      expect.stringMatching(/^line 3: `outcome` must be one of/),
      expect.stringMatching(/^line 6: `outcome` is missing/),
    ])
    expect(await problems('email,outcome,row\njane@example.com,confirmed,\njane@example.com,bounced,x\n')).toEqual([
      expect.stringMatching(/^line 3: `row` must be a whole number/),
    ])
    expect(await problems('email,outcome\njane@example.com,confirmed\njane@example.com,bounced\n')).toEqual([
      'line 3: `bounce_type` is missing; it must be hard or soft',
    ])
    expect(await problems('e-mail,outcome,outcome\njane@example.com,confirmed,confirmed\n')).toEqual([
      'line 1: unknown column `e-mail`: did you mean `email`?',
      'line 1: `outcome` must not be repeated',
    ])
    expect(await problems('email,outcome\njane@example.com,confirmed,,\n')).toEqual([
      'line 2: it has 4 cells, and the header 2',
    ])
    expect(await problems('email,outcome\n')).toEqual(['there is no line after the header'])
    for (const headless of [
      '',
      'jane@example.com,confirmed\n',
      'jane@example.com,confirmed\njoe@example.com,confirmed\n',
    ])
      expect(await problems(headless)).toEqual([
        'line 1 must name the columns, of `email`, `request_id`, `row`, `outcome`, `bounce_type`, `at`',
      ])
    expect(await problems(`email,outcome\n${'jane@example.com,confirmed\n'.repeat(1_001)}`)).toEqual([
      expect.stringContaining('at most 1000 entries; you sent 1001'),
    ])
    expect(await api.events(`outcomes-${id}`)).toEqual([])
  })

  test.each([
    ['blank', '\n'],
    ['of one character', 'a\r\n'],
  ])('of too many lines are refused before any is read: %s', async (_, line) => {
    const { key } = await api.account()
    // A parser would find the quote that is never closed.
    expect((await csv(key, `${line.repeat(20_001)}"`)).body.error).toMatchObject({
      code: 'CSV_INVALID',
      message: 'The body has more than 20000 lines. Send it in several requests.',
    })
    const blank = line === '\n' ? line.repeat(19_997) : ''
    expect((await csv(key, `email,outcome\n${blank}jane@example.com,confirmed\n`)).body).toMatchObject({ recorded: 1 })
  })

  test('are refused if they are no CSV, or not in UTF-8', async () => {
    const { key } = await api.account()
    for (const body of [
      'email,outcome\n"jane@example.com,confirmed\n',
      Buffer.from('email,outcome\nj\xe4ne@example.com,', 'latin1'),
    ])
      expect((await csv(key, body)).body.error).toMatchObject({ code: 'CSV_INVALID' })
    const latin = await csv(key, 'email,outcome\n', 'text/csv; charset=iso-8859-1')
    expect({ status: latin.status, message: latin.body.error.message }).toEqual({
      status: 415,
      message: expect.stringContaining('or as CSV, with text/csv'),
    })
  })
})

describe('an address whose mail bounced for good', () => {
  test('is denied to its account only, by every operation, until mail arrives', async () => {
    const [ada, bob] = [await api.account({ plan: 'growth' }), await api.account()]
    await report(ada.key, { email: JANE, ...HARD })
    const v1 = await verify(ada.key, JANE)
    expect(v1).toMatchObject({
      valid: false,
      status: 'invalid',
      reason: 'known_bounce',
      checks: { mx: true, dns: true },
    })
    const v2 = await signals(ada.key, JANE)
    expect(v2).toMatchObject({ default_decision: 'deny', signals: { mx: 'present' } })
    expect(v2.reasons[0]).toMatchObject({ code: 'known_bounce', docs_slug: 'known-bounce' })
    const many = await api.call('verifyBatch', { key: ada.key, body: { emails: ['x@explicit.mailproof.net', JANE] } })
    expect(many.body.results.map(({ reason }: { reason?: string }) => reason)).toEqual([undefined, 'known_bounce'])
    const id = await submit(api, ada.key, [JANE, 'x@explicit.mailproof.net'])
    await ended(api, ada.key, id)
    const { body } = await api.call('getBatchResults', { key: ada.key, params: { batchId: id } })
    expect(body.results.map(({ e }: { e?: string }) => e)).toEqual(['known_bounce', undefined])

    expect((await verify(bob.key, JANE)).valid).toBe(true)
    expect(reasonsOf(await signals(bob.key, JANE))).toEqual(['deliverable'])

    await report(ada.key, { email: JANE, outcome: 'delivered', at: later() })
    expect((await verify(ada.key, JANE)).valid).toBe(true)
  })

  test('is contributed to the pool as DNS sees it', async () => {
    const { key, id } = await api.account({ plan: 'growth' })
    const email = 'shared.bounce@explicit.mailproof.net'
    await report(key, { email, ...HARD })
    const { body } = await api.call('verifyEmail', { key, body: { email, share_signals: true } })
    expect(body).toMatchObject({ reason: 'known_bounce', credits_earned: 2 })
    const month = new Date().toISOString().slice(0, 7)
    const [event] = await api.events(`usage-${id}.${month}`)
    expect(event!.data).toMatchObject({ valid: false, share: { result: { valid: true } } })
  })

  test('whose domain does not resolve keeps that reason', async () => {
    const { key } = await api.account()
    const [gone, failing] = ['x@nxdomain.mailproof.net', 'x@servfail.mailproof.net']
    await report(key, { email: gone, ...HARD }, { email: failing, ...HARD })
    expect(await verify(key, gone)).toMatchObject({ reason: 'dns' })
    expect(reasonsOf(await signals(key, gone))).toEqual(['no_records', 'known_bounce'])
    expect(await verify(key, failing)).toMatchObject({ status: 'unknown', is_dns_fallback: true })
    expect(await signals(key, failing)).toMatchObject({ default_decision: 'review', ttl_hint_seconds: 0 })
  })
})

describe('reports: 400', () => {
  testForms(() => api, 'recordOutcomes')
  describeBodies(() => api, 'recordOutcomes')

  test.each([
    [[], ['/outcomes']],
    [[{ email: JANE }], ['/outcomes/0/outcome']],
    [[{ email: JANE, outcome: 'lost' }], ['/outcomes/0/outcome']],
    [[{ email: JANE, outcome: 'bounced', bounce_type: 'rubber' }], ['/outcomes/0/bounce_type']],
    [[{ email: JANE, outcome: 'delivered', note: 'x' }], ['/outcomes/0/note']],
    [
      [
        { email: JANE, outcome: 'delivered' },
        { outcome: 'delivered', email: null },
      ],
      ['/outcomes/1/email'],
    ],
    [[{ email: JANE, outcome: 'bounced', at: '2126-01-01' }], ['/outcomes/0/bounce_type', '/outcomes/0/at']],
  ])('%j is refused', async (outcomes, paths) => {
    const { key } = await api.account()
    const answer = await api.call('recordOutcomes', { key, body: { outcomes } })
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toEqual(paths)
    expect(answer.text).not.toContain('jane')
  })

  test('a thousand are accepted, one more is not', async () => {
    const { key } = await api.account()
    const outcomes = Array.from({ length: 1_001 }, (_, at) => ({ email: `a${at}@example.com`, outcome: 'delivered' }))
    expect((await api.call('recordOutcomes', { key, body: { outcomes } })).status).toBe(400)
    expect(await report(key, ...outcomes.slice(1))).toEqual({ ...NOTHING, recorded: 1_000, unmatched: 1_000 })
  })
})

describe('reports: 429', () => {
  test('once the day of the account is used up, nothing is recorded', async () => {
    const { key, id } = await api.account({ perMonth: 1 })
    const outcomes = Array.from({ length: 1_000 }, () => ({ email: JANE, outcome: 'bounced', bounce_type: 'soft' }))
    for (let time = 0; time < 10; time++) await report(key, ...outcomes)
    const { status, body } = await api.call('recordOutcomes', { key, body: { outcomes: [{ email: JANE, ...HARD }] } })
    expect({ status, error: body.error }).toMatchObject({
      status: 429,
      error: { limit: 10_000, details: { scope: 'day' } },
    })
    expect(await api.events(`outcomes-${id}`)).toHaveLength(1)
  })
})

describe('reports: 401', () => describeUnauthorized(() => api, 'recordOutcomes'))
describe('reports: 405', () => describeMethods(() => api, 'recordOutcomes'))

describe('quality: 200', () => {
  testForms(() => api, 'getOutcomeQuality')

  test('is that of the months asked for', async () => {
    const { key } = await api.account()
    await report(key, { email: JANE, outcome: 'delivered', at: new Date(Date.now() - 70 * 86_400_000).toISOString() })
    const month = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 7)
    expect((await quality(key, `?from=${month(70)}&to=${month(70)}`)).total.unmatched).toBe(1)
    expect(await quality(key, `?from=${month(0)}`)).toMatchObject({ total: { unmatched: 0 }, months: [] })
  })
})

describe('quality by rule', () => {
  const night = {
    name: 'partners',
    when: { fact: 'domain', op: 'eq', value: 'explicit.mailproof.net' },
    action: 'review',
  }

  test('counts what each rule and list decided, of single verifications and of rows, before and after the first report', async () => {
    const { key } = await api.account()
    await api.call('putRulesDraft', { key, body: { rules: [night] } })
    await api.call('activateRules', { key, body: {} })
    await api.call('putList', { key, params: { listName: 'deny' }, body: { entries: ['denied@example.com'] } })
    await verify(key, JANE)
    await verify(key, 'denied@example.com')
    const batch = await api.call('verifyBatch', {
      key,
      body: { emails: ['x@mailinator.com', 'b@explicit.mailproof.net'] },
    })
    await report(
      key,
      { email: JANE, outcome: 'confirmed' },
      { email: 'denied@example.com', ...HARD },
      { request_id: batch.headers['x-request-id'], row: 0, outcome: 'complained' },
      { request_id: batch.headers['x-request-id'], row: 1, outcome: 'complained' },
    )
    await signals(key, 'c@explicit.mailproof.net')
    await report(key, { email: 'c@explicit.mailproof.net', outcome: 'delivered' })
    const rules = [
      { rule: 'partners', action: 'review', good: 2, bad: 1, precision: 0.3333, recall: 0.3333 },
      { rule: 'deny_list', action: 'deny', good: 0, bad: 1, precision: 1, recall: 0.3333 },
    ]
    expect((await quality(key)).total.rules).toEqual(rules)
    const fields = 'rules { rule action good bad precision recall }'
    const { outcomeQuality } = await dataOf(api, `{ outcomeQuality { total { ${fields} } months { ${fields} } } }`, {
      key,
    })
    const named = rules.map(({ action, ...rest }) => ({ ...rest, action: action.toUpperCase() }))
    expect(outcomeQuality).toEqual({ total: { rules: named }, months: [{ rules: named }] })
  })

  test('is empty without rules', async () => {
    const { key } = await api.account()
    await verify(key, JANE)
    await report(key, { email: JANE, outcome: 'confirmed' })
    expect((await quality(key)).total).toMatchObject({ good: 1, rules: [] })
  })
})

describe('quality: 400', () => {
  describeParameters(() => api, 'getOutcomeQuality')

  test.each([
    ['?from=2026-02&to=2026-01', '/from'],
    ['?from=2126-01', '/from'],
    ['?from=2010-01&to=2026-01', '/from'],
    ['?from=2026-13', '/from'],
    ['?to=2026-01-01', '/to'],
  ])('%s is refused', async (query, path) => {
    const { key } = await api.account()
    const answer = await api.call('getOutcomeQuality', { key, query })
    expect({ status: answer.status, paths: problemPaths(answer) }).toEqual({ status: 400, paths: [path] })
  })
})

describe('quality: 401', () => describeUnauthorized(() => api, 'getOutcomeQuality'))
describe('quality: 405', () => describeMethods(() => api, 'getOutcomeQuality'))

describe('over GraphQL', () => {
  const MUTATION =
    'mutation ($input: RecordOutcomesInput!) { recordOutcomes(input: $input) { success received recorded repeated unknown unmatched } }'

  test('outcomes are recorded, and the quality is the same', async () => {
    const { key } = await api.account()
    await verify(key, JANE)
    const input = { outcomes: [{ email: JANE, outcome: 'BOUNCED', bounceType: 'HARD', requestId: null }] }
    const { recordOutcomes } = await dataOf(api, MUTATION, { key, variables: { input } })
    expect(recordOutcomes).toEqual({ success: true, received: 1, recorded: 1, repeated: 0, unknown: 0, unmatched: 0 })
    const query =
      '{ outcomeQuality { total { bad reasons { reason bad precision recall } outcomes { bouncedHard } } months { month } } }'
    const { outcomeQuality } = await dataOf(api, query, { key })
    const { total, months } = await quality(key)
    expect(outcomeQuality).toEqual({
      total: {
        bad: 1,
        reasons: total.reasons.map(({ good, ...rest }: { good: number }) => rest),
        outcomes: { bouncedHard: 1 },
      },
      months: [{ month: months[0].month }],
    })
  })

  test('a problem names the field as GraphQL does', async () => {
    const { key } = await api.account()
    const input = { outcomes: [{ email: JANE, outcome: 'BOUNCED' }] }
    const { body } = await ask(api, MUTATION, { key, variables: { input } })
    expect(body.errors[0].message).toContain('`outcomes[0].bounceType` is missing')
    expect(body.errors[0].extensions.details.problems[0].path).toBe('/outcomes/0/bounceType')
  })
})
