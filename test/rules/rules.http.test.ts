// The operations on rules and lists, by status; and the same over GraphQL.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ask, dataOf } from '../../testbed/callers/graphql.js'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import type { OperationName } from '../../testbed/contract/operations.js'
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

const NIGHT = { name: 'night', when: { fact: 'hour', op: 'lt', value: 6 }, action: 'deny', message: 'Good night.' }
const PARTNER = { name: 'partner', when: { fact: 'domain', op: 'under', value: 'Example.COM' }, action: 'allow' }
const PARTNERS = { ...PARTNER, when: { ...PARTNER.when, value: 'example.com' } }

const draft = (key: string, rules: readonly unknown[]) => api.call('putRulesDraft', { key, body: { rules } })
const activate = (key: string, body: object = {}) => api.call('activateRules', { key, body })
const rulesOf = async (key: string) => (await api.call('getRules', { key })).body
const putList = (key: string, listName: string, entries: readonly string[]) =>
  api.call('putList', { key, params: { listName }, body: { entries } })
const listOf = async (key: string, listName: string, query = '') =>
  (await api.call('getList', { key, params: { listName }, query })).body

/** An account with these versions of rules, one after the other. */
async function accountWith(...versions: readonly (readonly unknown[])[]): Promise<string> {
  const { key } = await api.account()
  for (const rules of versions) {
    expect((await draft(key, rules)).status).toBe(200)
    expect((await activate(key)).status).toBe(200)
  }
  return key
}

describe('rules: 200', () => {
  test('a new account has none, and no draft', async () => {
    const { key } = await api.account()
    expect(await rulesOf(key)).toEqual({ live: { version: 0, since: null, rules: [], warnings: [] } })
  })

  test('a draft is kept in its normal form, beside what is live', async () => {
    const { key } = await api.account()
    const { body } = await draft(key, [PARTNER, NIGHT])
    expect(body).toEqual({ updated_at: expect.any(String), rules: [PARTNERS, NIGHT], warnings: [] })
    expect(await rulesOf(key)).toEqual({ live: expect.objectContaining({ version: 0 }), draft: body })
  })

  test('a rule that can never decide is kept, and said', async () => {
    const { key } = await api.account()
    const { body } = await draft(key, [{ when: { all: [] }, action: 'allow' }, NIGHT])
    expect(body.warnings).toEqual([
      { rule: 2, code: 'shadowed', message: '`night` never decides: `rule 1` decides before it, wherever it could.' },
    ])
  })

  test('an activation makes the draft live, as the next version', async () => {
    const { key } = await api.account()
    await draft(key, [NIGHT])
    const { status, body } = await activate(key)
    expect({ status, body }).toEqual({
      status: 200,
      body: { version: 1, since: expect.any(String), rules: [NIGHT], warnings: [] },
    })
    expect(await rulesOf(key)).toEqual({ live: body })
  })

  test('an activation needs no body', async () => {
    const { key } = await api.account()
    await draft(key, [NIGHT])
    expect((await api.call('activateRules', { key })).body.version).toBe(1)
  })

  test('a rollback makes an earlier version live again, and leaves the draft', async () => {
    const key = await accountWith([NIGHT], [PARTNER])
    await draft(key, [])
    const { body } = await api.call('rollbackRules', { key, body: { version: 1 } })
    expect(body).toMatchObject({ version: 1, rules: [NIGHT] })
    expect(await rulesOf(key)).toMatchObject({ live: { version: 1 }, draft: { rules: [] } })
    expect((await api.call('rollbackRules', { key, body: { version: 0 } })).body).toMatchObject({
      version: 0,
      rules: [],
    })
    expect((await activate(key)).body.version).toBe(3)
  })

  test('versions are listed newest first, page by page', async () => {
    const key = await accountWith([NIGHT], [NIGHT, PARTNER], [])
    await api.call('rollbackRules', { key, body: { version: 2 } })
    const first = (await api.call('listRulesVersions', { key, query: '?limit=2' })).body
    expect(first.versions).toEqual([
      { version: 3, activated_at: expect.any(String), rules: 0, live: false },
      { version: 2, activated_at: expect.any(String), rules: 2, live: true },
    ])
    const rest = (await api.call('listRulesVersions', { key, query: `?limit=2&cursor=${first.next_cursor}` })).body
    expect(rest).toMatchObject({ versions: [{ version: 1, rules: 1 }], next_cursor: null })
  })

  test('a version can be read, and compared with another or the draft', async () => {
    const key = await accountWith([NIGHT], [PARTNER, NIGHT])
    expect((await api.call('getRulesVersion', { key, params: { rulesVersion: '1' } })).body).toEqual({
      version: 1,
      activated_at: expect.any(String),
      rules: [NIGHT],
    })
    const compare = async (query: string) => (await api.call('compareRules', { key, query })).body
    expect(await compare('?from=1&to=2')).toEqual({
      from: 1,
      to: 2,
      changes: [{ change: 'added', rule: 'partner', place_before: null, place_after: 1, after: PARTNERS }],
    })
    expect(await compare('')).toEqual({ from: 2, to: 2, changes: [] })
    await draft(key, [PARTNER])
    expect(await compare('')).toEqual({
      from: 2,
      to: null,
      changes: [{ change: 'removed', rule: 'night', place_before: 2, place_after: null, before: NIGHT }],
    })
  })

  test('a set of many conditions has more members than other bodies may have', async () => {
    const { key } = await api.account()
    const any = Array.from({ length: 450 }, (_, at) => ({ fact: 'domain', op: 'eq', value: `d${at}.example` }))
    const { status, body } = await draft(key, [{ when: { any }, action: 'deny' }])
    expect({ status, conditions: body.rules?.[0].when.any.length }).toEqual({ status: 200, conditions: 450 })
  })
})

describe('lists: 200', () => {
  test('are empty at first', async () => {
    const { key } = await api.account()
    expect(await listOf(key, 'allow')).toEqual({
      list: 'allow',
      domains: 0,
      addresses: 0,
      updated_at: null,
      entries: [],
      next_cursor: null,
    })
  })

  test('are replaced as a whole; addresses are counted and not shown', async () => {
    const { key } = await api.account()
    await putList(key, 'deny', ['old.example'])
    const { body } = await putList(key, 'deny', ['b.example', 'Ada@b.example', '*.A.example', 'b.example'])
    expect(body).toEqual({
      list: 'deny',
      domains: 2,
      addresses: 1,
      updated_at: expect.any(String),
      entries: ['*.a.example', 'b.example'],
      next_cursor: null,
    })
    expect(await listOf(key, 'deny')).toEqual(body)
    expect(await listOf(key, 'allow')).toMatchObject({ domains: 0 })
    expect((await putList(key, 'deny', [])).body).toMatchObject({ domains: 0, addresses: 0, updated_at: null })
  })

  test('of a hundred thousand entries are stored and read page by page', async () => {
    const { key } = await api.account()
    const entries = Array.from({ length: 100_000 }, (_, at) => `${String(at).padStart(6, '0')}.example`)
    const { status, body } = await putList(key, 'deny', entries)
    expect({ status, domains: body.domains }).toEqual({ status: 200, domains: 100_000 })
    let seen = 0
    let cursor: string | null = null
    for (let page = 0; page < 3; page++) {
      const found: { entries: string[]; next_cursor: string } = await listOf(
        key,
        'deny',
        `?limit=1000${cursor ? `&cursor=${cursor}` : ''}`,
      )
      expect(found.entries).toEqual(entries.slice(seen, seen + 1_000))
      seen += found.entries.length
      cursor = found.next_cursor
    }
    const verified = await api.call('verifyEmailSignals', { key, body: { email: 'x@099999.example' } })
    expect(verified.body.decision).toMatchObject({ action: 'deny', rule: 'deny_list' })
  }, 60_000)
})

describe('400', () => {
  test('a rule that cannot be read is said by its place', async () => {
    const { key } = await api.account()
    const answer = await draft(key, [NIGHT, { when: { fact: 'domian', op: 'eq', value: 'x' }, action: 'deny' }])
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toEqual(['/rules/1/when/fact'])
    expect(await rulesOf(key)).not.toHaveProperty('draft')
  })

  test('conditions that are nested too deep are refused before they are read', async () => {
    const { key } = await api.account()
    const text = `{"rules":[{"action":"deny","when":${'{"not":'.repeat(100)}{}${'}'.repeat(102)}`
    const answer = await api.call('putRulesDraft', { key, body: text })
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 400, code: 'INVALID_JSON' })
  })

  test('ten thousand conditions are refused by the limit of rules', async () => {
    const { key } = await api.account()
    const any = Array.from({ length: 10_000 }, () => ({ fact: 'domain', op: 'eq', value: 'a.example' }))
    expect(await draft(key, [{ when: { any }, action: 'deny' }])).toMatchObject({
      status: 400,
      body: { error: { message: '`rules[0].when.any` must hold at most 500 entries; you sent 10000.' } },
    })
  })

  test('a sandbox key changes nothing, and sees nothing', async () => {
    const key = await accountWith([NIGHT])
    await putList(key, 'deny', ['a.example'])
    const { key: sandbox } = await api.generate(key, { sandbox: true })
    expect((await draft(sandbox, [])).status).toBe(400)
    expect((await activate(sandbox)).status).toBe(400)
    expect((await api.call('rollbackRules', { key: sandbox, body: { version: 0 } })).status).toBe(400)
    expect((await putList(sandbox, 'deny', [])).status).toBe(400)
    expect(await rulesOf(sandbox)).toEqual({ live: { version: 0, since: null, rules: [], warnings: [] } })
    expect(await listOf(sandbox, 'deny')).toMatchObject({ domains: 0 })
    expect((await api.call('listRulesVersions', { key: sandbox })).body).toEqual({ versions: [], next_cursor: null })
    expect(await rulesOf(key)).toMatchObject({ live: { version: 1 } })
  })

  test('an entry that cannot be read is said by its place; nothing is replaced', async () => {
    const { key } = await api.account()
    await putList(key, 'allow', ['a.example'])
    const answer = await putList(key, 'allow', ['b.example', 'not a name'])
    expect({ status: answer.status, paths: problemPaths(answer) }).toEqual({ status: 400, paths: ['/entries/1'] })
    expect(await listOf(key, 'allow')).toMatchObject({ entries: ['a.example'] })
  })

  test('a cursor of another list, or of entries that were replaced, is refused', async () => {
    const { key } = await api.account()
    await putList(key, 'allow', ['a.example', 'b.example'])
    await putList(key, 'deny', ['a.example', 'b.example'])
    const { next_cursor: cursor } = await listOf(key, 'allow', '?limit=1')
    const page = (listName: string) => api.call('getList', { key, params: { listName }, query: `?cursor=${cursor}` })
    expect((await page('allow')).body.entries).toEqual(['b.example'])
    expect(problemPaths(await page('deny'))).toEqual(['/cursor'])
    await putList(key, 'allow', ['a.example', 'b.example'])
    expect(problemPaths(await page('allow'))).toEqual(['/cursor'])
    const versions = await api.call('listRulesVersions', { key, query: `?cursor=${cursor}` })
    expect(problemPaths(versions)).toEqual(['/cursor'])
  })

  test('a list that is neither is refused', async () => {
    const { key } = await api.account()
    expect(problemPaths(await api.call('getList', { key, params: { listName: 'grey' } }))).toEqual(['/listName'])
  })
})

describe('404 and 409', () => {
  test('another account has no part in any of it', async () => {
    const key = await accountWith([NIGHT])
    const { key: other } = await api.account()
    expect(await rulesOf(other)).toMatchObject({ live: { version: 0 } })
    expect((await api.call('getRulesVersion', { key: other, params: { rulesVersion: '1' } })).status).toBe(404)
    expect((await api.call('rollbackRules', { key: other, body: { version: 1 } })).status).toBe(404)
    expect((await api.call('compareRules', { key: other, query: '?from=1' })).status).toBe(404)
    expect((await api.call('getRulesVersion', { key, params: { rulesVersion: '1' } })).status).toBe(200)
  })

  test('without a draft, nothing is activated', async () => {
    const key = await accountWith([NIGHT])
    const answer = await activate(key)
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 409, code: 'NO_DRAFT' })
    expect((await rulesOf(key)).live.version).toBe(1)
  })

  test('if others have activated rules meanwhile, nothing is activated', async () => {
    const key = await accountWith([NIGHT])
    await draft(key, [])
    const answer = await activate(key, { live_version: 7 })
    expect({ status: answer.status, code: codeOf(answer), details: answer.body.error.details }).toEqual({
      status: 409,
      code: 'RULES_CHANGED',
      details: { live_version: 1 },
    })
    expect((await activate(key, { live_version: 1 })).body.version).toBe(2)
  })

  test('if others have written another draft meanwhile, it is not activated', async () => {
    const key = await accountWith([NIGHT])
    const { updated_at: mine } = (await draft(key, [NIGHT])).body
    await nextMillisecond()
    const { updated_at: other } = (await draft(key, [])).body
    const answer = await activate(key, { live_version: 1, draft_updated_at: mine })
    expect({ status: answer.status, code: codeOf(answer), details: answer.body.error.details }).toEqual({
      status: 409,
      code: 'RULES_CHANGED',
      details: { draft_updated_at: other },
    })
    expect((await rulesOf(key)).live.version).toBe(1)
    const refused = await activate(key, { draft_updated_at: 'noon' })
    expect({ status: refused.status, code: codeOf(refused) }).toEqual({ status: 400, code: 'VALIDATION_ERROR' })
    expect((await activate(key, { live_version: 1, draft_updated_at: other })).body).toMatchObject({
      version: 2,
      rules: [],
    })
  })

  test('of twenty activations at once, each draft is activated once', async () => {
    const { key } = await api.account()
    await draft(key, [NIGHT])
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await activate(key)).status))
    expect(statuses.sort()).toEqual([200, ...new Array(19).fill(409)])
  })
})

describe('429', () => {
  test('a million entries a day are the limit', async () => {
    const { key } = await api.account()
    const entries = Array.from({ length: 100_000 }, () => 'a.example')
    for (let time = 0; time < 10; time++) expect((await putList(key, 'deny', entries)).status).toBe(200)
    const refused = await putList(key, 'deny', ['a.example'])
    expect(refused).toMatchObject({ status: 429, body: { error: { details: { scope: 'day' } } } })
  }, 60_000)
})

describe('over GraphQL', () => {
  test('it is the same', async () => {
    const { key } = await api.account()
    const put = `mutation ($input: PutRulesDraftInput!) {
      putRulesDraft(input: $input) { rules { name when action message } warnings { rule code } } }`
    const rules = [
      { name: 'all', when: '{"all":[]}', action: 'ALLOW' },
      { ...NIGHT, when: JSON.stringify(NIGHT.when), action: 'DENY' },
    ]
    expect((await dataOf(api, put, { key, variables: { input: { rules } } })).putRulesDraft).toEqual({
      rules: [{ ...rules[0], message: null }, rules[1]],
      warnings: [{ rule: 2, code: 'SHADOWED' }],
    })
    const live = 'live { version since rules { name when action } }'
    expect((await dataOf(api, `{ rules { ${live} draft { rules { name } } } }`, { key })).rules).toMatchObject({
      live: { version: 0, since: null, rules: [] },
      draft: { rules: [{ name: 'all' }, { name: 'night' }] },
    })
    const activated = await dataOf(api, 'mutation { activateRules(input: {}) { version } }', { key })
    expect(activated.activateRules).toEqual({ version: 1 })
    const versions =
      '{ rulesVersions { totalCount nodes { version rules live } } rulesVersion(version: 1) { rules { name } } }'
    expect(await dataOf(api, versions, { key })).toEqual({
      rulesVersions: { totalCount: 1, nodes: [{ version: 1, rules: 2, live: true }] },
      rulesVersion: { rules: [{ name: 'all' }, { name: 'night' }] },
    })
    const back = await dataOf(api, 'mutation { rollbackRules(input: { version: 0 }) { version } }', { key })
    expect(back.rollbackRules).toEqual({ version: 0 })
    const list = 'mutation { putList(input: { list: DENY, entries: ["b.example", "ada@b.example"] }) { addresses } }'
    expect((await dataOf(api, list, { key })).putList).toEqual({ addresses: 1 })
    expect((await dataOf(api, '{ list(kind: DENY) { list domains entries nextCursor } }', { key })).list).toEqual({
      list: 'DENY',
      domains: 1,
      entries: ['b.example'],
      nextCursor: null,
    })
  })

  test('a version that never was is null, and a bad rule an error with its place', async () => {
    const { key } = await api.account()
    expect(await dataOf(api, '{ rulesVersion(version: 9) { version } }', { key })).toEqual({ rulesVersion: null })
    const put = 'mutation ($input: PutRulesDraftInput!) { putRulesDraft(input: $input) { updatedAt } }'
    for (const [when, path] of [
      ['{"fact":"hour","op":"eq","value":24}', '/rules/0/when/value'],
      ['{"all"', '/rules/0/when'],
    ]) {
      const input = { rules: [{ when, action: 'DENY' }] }
      const { body } = await ask(api, put, { key, variables: { input } })
      const details = { problems: [{ path }] }
      expect(body.errors[0].extensions).toMatchObject({ code: 'VALIDATION_ERROR', details })
    }
  })

  test('a message names values as they were sent, whatever the case of fields', async () => {
    const { key } = await api.account()
    const put = 'mutation ($input: PutRulesDraftInput!) { putRulesDraft(input: $input) { updatedAt } }'
    for (const [rule, words] of [
      [{ when: { fact: 'domain', op: 'not_in', value: 'x.test' } }, 'the operator is "not_in"'],
      [{ when: { fact: 'in_deny_list', op: 'lt', value: true } }, 'must be an operator of "in_deny_list"'],
      [{ when: { fact: 'accept_any', op: 'eq', value: true } }, 'unknown fact "accept_any"'],
      [{ when: { all: [], is_not: [] } }, 'Unknown field `rules[0].when.is_not`'],
      [{ when: { all: [] }, name: 'deny_list' }, '"deny_list" is what'],
    ] as const) {
      const answer = await api.call('putRulesDraft', { key, body: { rules: [{ action: 'deny', ...rule }] } })
      expect(answer.body.error.message).toContain(words)
      const input = { rules: [{ action: 'DENY', ...rule, when: JSON.stringify(rule.when) }] }
      const { body } = await ask(api, put, { key, variables: { input } })
      expect(body.errors[0].message).toBe(answer.body.error.message)
      expect(body.errors[0].extensions.details).toEqual(answer.body.error.details)
    }
  })
})

const OPERATIONS: readonly OperationName[] = [
  'getRules',
  'putRulesDraft',
  'activateRules',
  'rollbackRules',
  'listRulesVersions',
  'getRulesVersion',
  'compareRules',
  'getList',
  'putList',
]

describe.each(OPERATIONS)('%s', (operation) => {
  describeUnauthorized(() => api, operation)
  describe('400', () => describeParameters(() => api, operation))
  testForms(() => api, operation)
})
describe.each(['getRules', 'putRulesDraft', 'getList'] as const)('%s', (operation) =>
  describeMethods(() => api, operation),
)
describe.each(['putRulesDraft', 'activateRules', 'rollbackRules', 'putList'] as const)('%s', (operation) =>
  describeBodies(() => api, operation),
)
