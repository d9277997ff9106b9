// The operations on backtests, by status; what they count; and the same over GraphQL.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { iso } from '../../src/kernel/clock.js'
import { ended, submit } from '../../testbed/callers/batches.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { askSocket } from '../../testbed/callers/graphqlSocket.js'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import type { OperationName } from '../../testbed/contract/operations.js'
import { eventually } from '../../testbed/eventually.js'
import { nextMillisecond } from '../../testbed/nextMillisecond.js'
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
  api = await start({ env: { WRITES_PER_MINUTE: '10000', WRITES_PER_DAY: '10000' } })
})
afterAll(() => api.stop())

const HERE = 'explicit.mailproof.net'
const ELSEWHERE = 'implicit.mailproof.net'
const NEVER = '7f1d3c52-8a4e-5b60-9c7d-1e2f3a4b5c6d'
const REFUSED = { name: 'not from there', when: { fact: 'domain', op: 'eq', value: ELSEWHERE }, action: 'deny' }

const draft = async (key: string, rules: readonly unknown[]) =>
  expect((await api.call('putRulesDraft', { key, body: { rules } })).status).toBe(200)
const activate = (key: string) => api.call('activateRules', { key })
const begin = (key: string, body: object = {}) => api.call('createBacktest', { key, body })
const get = async (key: string, backtestId: string) =>
  (await api.call('getBacktest', { key, params: { backtestId } })).body

/** The backtest once it has ended. */
async function finished(key: string, body: object = {}) {
  const begun = await begin(key, body)
  expect(begun).toMatchObject({ status: 202, body: { status: expect.any(String), id: expect.any(String) } })
  return eventually(
    () => get(key, begun.body.id),
    ({ ended_at }) => ended_at !== null,
  )
}

const verify = (key: string, email: string) => api.call('verifyEmail', { key, body: { email } })

describe('a backtest of the draft', () => {
  test('says what would have been decided otherwise, of single verifications, synchronous batches and jobs', async () => {
    const { key } = await api.account({ plan: 'growth' })
    await verify(key, `ada@${HERE}`)
    await api.call('verifyEmailSignals', { key, body: { email: `bob@${ELSEWHERE}` } })
    await api.call('verifyBatch', { key, body: { emails: [`eve@${HERE}`, `info@${ELSEWHERE}`, 'no address'] } })
    await ended(api, key, await submit(api, key, [`joe@${ELSEWHERE}`, `kim@${HERE}`]))
    await draft(key, [REFUSED])
    const found = await finished(key)
    const day = new Date().toISOString().slice(0, 10)
    expect(found).toMatchObject({
      status: 'completed',
      rules_version: null,
      lists: 'then',
      processed: 7,
      total: 7,
      changed: 2,
      undecided: 2,
      unrecorded: 0,
      error: null,
    })
    const decisions = [
      { before: 'allow', after: 'allow', verifications: 2 },
      { before: 'allow', after: 'deny', verifications: 1 },
      { before: 'allow', after: 'unknown', verifications: 2 },
      { before: 'review', after: 'deny', verifications: 1 },
      { before: 'deny', after: 'deny', verifications: 1 },
    ]
    expect(found.result).toMatchObject({
      decisions,
      days: [{ day, decisions }],
      rules: [
        {
          rule: 'not from there',
          decisions: [
            { before: 'allow', after: 'deny', verifications: 1 },
            { before: 'review', after: 'deny', verifications: 1 },
          ],
        },
      ],
    })
    expect(found.result.reasons).toContainEqual({
      reason: 'role_account',
      decisions: [{ before: 'review', after: 'deny', verifications: 1 }],
    })
    expect(found.result.examples).toHaveLength(2)
    expect(found.result.examples).toContainEqual({
      at: expect.any(String),
      before: 'review',
      after: 'deny',
      rule_before: null,
      rule_after: 'not from there',
      domain: ELSEWHERE,
      reasons: expect.arrayContaining(['role_account']),
      request_id: expect.any(String),
      batch_id: null,
      row: 1,
    })
    expect(JSON.stringify(found)).not.toMatch(/ada@|info@|bob@/)
  })

  test('counts what outcomes say about the decisions before and after', async () => {
    const { key } = await api.account()
    await verify(key, `ada@${HERE}`)
    await verify(key, `bob@${ELSEWHERE}`)
    await verify(key, `eve@${ELSEWHERE}`)
    const at = new Date(Date.now() + 60_000).toISOString()
    const outcomes = [
      { email: `ada@${HERE}`, outcome: 'confirmed' },
      { email: `bob@${ELSEWHERE}`, outcome: 'delivered' },
      { email: `bob@${ELSEWHERE}`, outcome: 'complained', at },
      { email: `eve@${ELSEWHERE}`, outcome: 'engaged' },
    ]
    expect((await api.call('recordOutcomes', { key, body: { outcomes } })).body.recorded).toBe(4)
    await draft(key, [REFUSED])
    const { result } = await finished(key)
    const nothing = { good_reviewed: 0, bad_reviewed: 0 }
    expect(result.outcomes).toEqual({
      before: { ...nothing, good_allowed: 2, good_denied: 0, bad_allowed: 1, bad_denied: 0 },
      after: { ...nothing, good_allowed: 1, good_denied: 1, bad_allowed: 0, bad_denied: 1 },
    })
  })

  test('keeps its rules and its moment, whatever happens later', async () => {
    const { key } = await api.account()
    await verify(key, `bob@${ELSEWHERE}`)
    await draft(key, [REFUSED])
    const first = await finished(key)
    await draft(key, [])
    await verify(key, `eve@${ELSEWHERE}`)
    expect(await get(key, first.id)).toEqual(first)
    expect((await finished(key)).changed).toBe(0)
  })
})

describe('a backtest of other rules', () => {
  test('the live ones, over the time since their activation, changes nothing', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const rules = [
      REFUSED,
      { when: { fact: 'mx', op: 'under', value: 'net' }, action: 'review' },
      { when: { fact: 'hour', op: 'gte', value: 0 }, action: 'allow' },
    ]
    await draft(key, rules)
    await activate(key)
    await api.call('putList', { key, params: { listName: 'deny' }, body: { entries: [`mal@${HERE}`, '*.test'] } })
    await api.call('putList', { key, params: { listName: 'allow' }, body: { entries: [`joe@${ELSEWHERE}`] } })
    const emails = ['mal', 'joe', 'info', 'x'].flatMap((name) => [`${name}@${HERE}`, `${name}@${ELSEWHERE}`])
    for (const email of [...emails, 'x@y.test', 'x', 'x@[192.0.2.1]']) await verify(key, email)
    await api.call('verifyBatch', { key, body: { emails: [...emails, 'x@y.test', 'x'] } })
    await ended(api, key, await submit(api, key, emails))
    // What the lists are today makes no difference to what was.
    await api.call('putList', { key, params: { listName: 'deny' }, body: { entries: [] } })
    const found = await finished(key, { rules: 'live' })
    expect(found).toMatchObject({ rules_version: 1, processed: 29, changed: 0, status: 'completed' })
    // Of rows of jobs, only the domain is missing.
    expect(found.undecided).toBeLessThanOrEqual(8)
    expect(new Set(found.result.rules.map(({ rule }: { rule: string }) => rule))).toEqual(
      new Set(['not from there', 'rule 2', 'rule 3', 'deny_list', 'allow_list']),
    )
  })

  test('a version, and an empty one', async () => {
    const { key } = await api.account()
    await draft(key, [REFUSED])
    await activate(key)
    await verify(key, `bob@${ELSEWHERE}`)
    await draft(key, [])
    await activate(key)
    expect(await finished(key, { version: 1 })).toMatchObject({ rules_version: 1, changed: 0 })
    expect(await finished(key, { rules: 'live' })).toMatchObject({ rules_version: 2, changed: 1 })
  })

  test('with the lists of today', async () => {
    const { key } = await api.account()
    await verify(key, `mal@${HERE}`)
    await verify(key, `ada@${HERE}`)
    await api.call('verifyBatch', { key, body: { emails: [`mal@${HERE}`] } })
    await api.call('putList', { key, params: { listName: 'deny' }, body: { entries: [`mal@${HERE}`] } })
    expect(await finished(key, { rules: 'live' })).toMatchObject({ changed: 0, undecided: 0 })
    expect(await finished(key, { rules: 'live', lists: 'now' })).toMatchObject({ changed: 1, undecided: 1 })
  })

  test('over a part of the time', async () => {
    const { key } = await api.account()
    await verify(key, `ada@${HERE}`)
    const from = iso((await nextMillisecond()) + 1)
    await verify(key, `ada@${HERE}`)
    expect(await finished(key, { rules: 'live', from })).toMatchObject({ processed: 1, from })
    expect(await finished(key, { rules: 'live', to: from })).toMatchObject({ processed: 1, to: from })
    expect(await finished(key, { rules: 'live', from: '2025-01-01', to: '2025-12-31' })).toMatchObject({ processed: 0 })
  })
})

describe('400, 404 and 409', () => {
  test('a period that is reversed, in the future or of ten years is refused', async () => {
    const { key } = await api.account()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    for (const [period, message] of [
      [{ from: '2026-11-02', to: '2026-11-01' }, '`from` must be before `to`.'],
      [{ from: tomorrow }, '`from` must not be in the future.'],
      [{ from: '2016-01-01', to: '2026-01-01' }, '`from` must be at most 366 days before `to`.'],
      [{ from: 'yesterday' }, expect.stringContaining('`from` must be')],
    ] as const) {
      const answer = await begin(key, { rules: 'live', ...period })
      expect({ status: answer.status, message: answer.body.error.message }).toEqual({ status: 400, message })
      expect(problemPaths(answer)).toEqual(['/from'])
    }
  })

  test('there must be a draft, or such a version', async () => {
    const { key } = await api.account()
    expect(codeOf(await begin(key))).toBe('NO_DRAFT')
    expect(problemPaths(await begin(key, { from: 'yesterday' }))).toEqual(['/from'])
    expect(await begin(key, { version: 1 })).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
    expect(problemPaths(await begin(key, { version: 1, rules: 'live' }))).toEqual(['/version'])
  })

  test("another account's is unknown, and is not cancelled", async () => {
    const { key } = await api.account()
    const other = await api.account()
    const { id: backtestId } = (await begin(key, { rules: 'live' })).body
    for (const operation of ['getBacktest', 'cancelBacktest'] as const)
      for (const params of [{ backtestId }, { backtestId: NEVER }])
        expect((await api.call(operation, { key: other.key, params })).status).toBe(404)
    expect((await api.call('listBacktests', { key: other.key })).body).toEqual({ backtests: [], next_cursor: null })
    const ended = await eventually(
      async () => (await api.call('getBacktest', { key, params: { backtestId } })).body,
      ({ ended_at }) => ended_at !== null,
    )
    expect(ended.status).toBe('completed')
  })

  test('a sandbox key sees none, and begins none', async () => {
    const { key } = await api.account()
    const { id: backtestId } = (await begin(key, { rules: 'live' })).body
    const sandbox = (await api.generate(key, { sandbox: true })).key
    expect((await begin(sandbox, { rules: 'live' })).status).toBe(400)
    expect((await api.call('listBacktests', { key: sandbox })).body.backtests).toEqual([])
    expect((await api.call('getBacktest', { key: sandbox, params: { backtestId } })).status).toBe(404)
    expect((await api.call('cancelBacktest', { key: sandbox, params: { backtestId } })).status).toBe(404)
  })

  test('an account begins a hundred a day', async () => {
    const { key } = await api.account()
    for (let time = 0; time < 100; time++) expect((await begin(key, { rules: 'live' })).status).toBe(202)
    const refused = await begin(key, { rules: 'live' })
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMIT_EXCEEDED' } } })
  })
})

describe('the list', () => {
  test('is newest first, page by page, without results', async () => {
    const { key } = await api.account()
    const ids: string[] = []
    for (let time = 0; time < 3; time++) ids.unshift((await finished(key, { rules: 'live' })).id)
    const first = (await api.call('listBacktests', { key, query: '?limit=2' })).body
    const rest = (await api.call('listBacktests', { key, query: `?limit=2&cursor=${first.next_cursor}` })).body
    expect([...first.backtests, ...rest.backtests].map(({ id }) => id)).toEqual(ids)
    expect(rest.next_cursor).toBeNull()
    const { result, ...summary } = await get(key, ids[0]!)
    expect(first.backtests[0]).toEqual(summary)
    expect(problemPaths(await api.call('listBacktests', { key, query: '?cursor=abc' }))).toEqual(['/cursor'])
  })
})

describe('over GraphQL', () => {
  const BACKTEST = `id status rulesVersion lists processed changed result {
    decisions { before after verifications } rules { rule decisions { verifications } } examples { domain ruleAfter } }`

  test('it is the same, and progress is followed until the end', async () => {
    const { key } = await api.account()
    await verify(key, `bob@${ELSEWHERE}`)
    await draft(key, [REFUSED])
    const create = `mutation { createBacktest(input: { rules: DRAFT, lists: THEN }) { id status rulesVersion } }`
    const { createBacktest } = await dataOf(api, create, { key })
    const { id } = createBacktest
    const query = `subscription ($id: ID!) { backtestProgress(id: $id) { ${BACKTEST} } }`
    const messages = await askSocket(api, query, { key, variables: { id } })
    const last = messages.at(-1).data.backtestProgress
    expect(last).toMatchObject({
      id,
      status: 'COMPLETED',
      rulesVersion: null,
      lists: 'THEN',
      processed: 1,
      changed: 1,
      result: {
        decisions: [{ before: 'ALLOW', after: 'DENY', verifications: 1 }],
        rules: [{ rule: 'not from there', decisions: [{ verifications: 1 }] }],
        examples: [{ domain: ELSEWHERE, ruleAfter: 'not from there' }],
      },
    })
    const one = `query ($id: ID!) { backtest(id: $id) { ${BACKTEST} } backtests { totalCount nodes { id status } pageInfo { hasNextPage } } }`
    expect(await dataOf(api, one, { key, variables: { id } })).toEqual({
      backtest: last,
      backtests: { totalCount: 1, nodes: [{ id, status: 'COMPLETED' }], pageInfo: { hasNextPage: false } },
    })
    const cancel = `mutation ($id: ID!) { cancelBacktest(input: { id: $id }) { status } }`
    expect((await dataOf(api, cancel, { key, variables: { id } })).cancelBacktest).toEqual({ status: 'COMPLETED' })
    const other = await api.account()
    expect((await dataOf(api, one, { key: other.key, variables: { id } })).backtest).toBeNull()
    const [refused] = await askSocket(api, query, { key: other.key, variables: { id } })
    expect(JSON.stringify(refused)).toContain('NOT_FOUND')
  })
})

const OPERATIONS: readonly OperationName[] = ['createBacktest', 'listBacktests', 'getBacktest', 'cancelBacktest']

describe.each(OPERATIONS)('%s', (operation) => {
  describeUnauthorized(() => api, operation)
  describe('400', () => describeParameters(() => api, operation))
  testForms(() => api, operation)
})
describe.each(['createBacktest', 'getBacktest'] as const)('%s', (operation) => describeMethods(() => api, operation))
describe('createBacktest', () => describeBodies(() => api, 'createBacktest'))
