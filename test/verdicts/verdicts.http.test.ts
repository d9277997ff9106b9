// GET /v1/verdicts, GET /v1/decisions and POST /v1/decisions/search, by status; and the same over GraphQL.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ended, submit } from '../../testbed/callers/batches.js'
import { dataOf } from '../../testbed/callers/graphql.js'
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
  api = await start()
})
afterAll(() => api.stop())

const ADDRESSES = ['jane@explicit.mailproof.net', 'info@explicit.mailproof.net', 'nope', 'x@servfail.mailproof.net']

/** An account with verdicts of every operation: four single ones, one by v2, a call of two, and a batch of three. */
async function busyAccount() {
  const { key, id } = await api.account({ perMinute: 10_000 })
  for (const email of ADDRESSES) await api.call('verifyEmail', { key, body: { email } })
  await api.call('verifyEmailSignals', { key, body: { email: 'jane@explicit.mailproof.net' } })
  await api.call('verifyBatch', { key, body: { emails: ['a@explicit.mailproof.net', 'b@nxdomain.mailproof.net'] } })
  await ended(api, key, await submit(api, key, ['c@explicit.mailproof.net', 'd', 'c@explicit.mailproof.net']))
  return { key, id }
}

const ZEROS = {
  total: 0,
  status: { valid: 0, invalid: 0, unknown: 0 },
  decision: { allow: 0, review: 0, deny: 0, unknown: 0 },
}

describe('counts: 200', () => {
  test('include every verdict that was returned before, of every operation', async () => {
    const { key } = await busyAccount()
    const { body } = await api.call('getVerdicts', { key, query: '?by=api' })
    expect(body.range.counts).toMatchObject({
      total: 10,
      status: { valid: 6, invalid: 3, unknown: 1 },
      decision: { allow: 5, review: 2, deny: 3, unknown: 0 },
      role: 1,
      typo_unknown: 0,
    })
    expect(body.range.breakdown).toEqual({
      values: [
        { value: 'v1', count: 4 },
        { value: 'batch', count: 3 },
        { value: 'call', count: 2 },
        { value: 'v2', count: 1 },
      ],
      none: 0,
      unknown: 0,
      other: 0,
    })
    expect(body.periods.at(-1).counts.total).toBe(10)
    expect(body.previous.counts).toMatchObject(ZEROS)
  })

  test('are broken down by reason and domain; rows of batches have no recorded domain', async () => {
    const { key } = await busyAccount()
    const by = async (query: string) => (await api.call('getVerdicts', { key, query })).body.range.breakdown
    expect((await by('?by=reason')).values.slice(0, 2)).toEqual([
      { value: 'deliverable', count: 5 },
      { value: 'syntax_invalid', count: 2 },
    ])
    expect(await by('?by=domain&limit=1')).toEqual({
      values: [{ value: 'explicit.mailproof.net', count: 4 }],
      none: 1,
      unknown: 3,
      other: 2,
    })
  })

  test('of one operation are its own', async () => {
    const { key } = await busyAccount()
    const { body } = await api.call('getVerdicts', { key, query: '?api=call&interval=hour' })
    expect(body.range.counts.total).toBe(2)
  })

  test('are those of the account, and zeros for a sandbox key', async () => {
    const { key } = await busyAccount()
    const other = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    await api.call('verifyEmail', { key: sandbox.key, body: { email: 'ada@example.org' } })
    for (const each of [other.key, sandbox.key]) {
      const { body } = await api.call('getVerdicts', { key: each, query: '?by=domain' })
      expect(body.range.counts).toMatchObject(ZEROS)
      expect(body.range.breakdown.values).toEqual([])
    }
  })

  test.each([
    ['?format=csv&interval=hour&by=domain', {}, 'start,end,value,count'],
    ['?interval=hour', { accept: 'text/csv' }, 'start,end,total,valid,invalid,unknown,allow,review,deny,'],
  ])('are CSV on request: %s %j', async (query, headers, head) => {
    const { key } = await busyAccount()
    const { status, text, headers: answered } = await api.call('getVerdicts', { key, query, headers })
    expect(status).toBe(200)
    expect(answered['content-type']).toBe('text/csv; charset=utf-8')
    const lines = text.trimEnd().split('\r\n')
    expect(lines[0]).toContain(head)
    expect(lines.length).toBeGreaterThan(24)
    for (const line of lines) expect(line.split(',')).toHaveLength(lines[0]!.split(',').length)
  })

  test('start and end where days do in the time zone', async () => {
    const { key } = await api.account()
    const query = '?from=2026-03-28&to=2026-03-30&timezone=Europe/Berlin'
    const { body } = await api.call('getVerdicts', { key, query })
    expect(body.periods.map(({ start }: { start: string }) => start)).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      // The clocks went forward.
      '2026-03-29T22:00:00.000Z',
    ])
    expect(body.range.end).toBe('2026-03-30T22:00:00.000Z')
  })

  test('are the same over GraphQL', async () => {
    const { key } = await busyAccount()
    const counts =
      'counts { total status { valid invalid unknown } decision { allow review deny unknown } typoUnknown }'
    const query = `{ verdicts(by: REASON, interval: HOUR) { range { ${counts} breakdown { values { value count } none } } periods { start } } }`
    const { verdicts } = await dataOf(api, query, { key })
    const { body } = await api.call('getVerdicts', { key, query: '?by=reason&interval=hour' })
    const { total, status, decision } = body.range.counts
    expect(verdicts.range.counts).toEqual({ total, status, decision, typoUnknown: 0 })
    expect(verdicts.range.breakdown.values).toEqual(body.range.breakdown.values)
    expect(verdicts.periods).toHaveLength(body.periods.length)
  })
})

describe('counts: 400', () => {
  describeParameters(() => api, 'getVerdicts')

  test.each([
    ['?from=2026-11-21&to=2026-11-20', '/from', 'before'],
    ['?from=2026-11-21T10:00:00Z&to=2026-11-21T10:00:00Z', '/from', 'before'],
    ['?from=2126-01-01', '/from', 'future'],
    ['?from=2016-01-01&to=2026-01-01', '/from', 'at most 366 days'],
    ['?from=2016-01-01&to=2026-01-01&interval=hour', '/from', 'at most 744 hours'],
    ['?from=1990-01-01&interval=month', '/from', 'at most 120 months'],
    ['?from=0001-01-01&interval=hour', '/from', 'at most'],
    ['?from=2026-02-30', '/from', 'must be a date'],
    ['?to=yesterday', '/to', 'must be a date'],
    ['?to=2026-11-21T25:00:00Z', '/to', 'must be a date'],
    ['?timezone=Mars/Olympus', '/timezone', 'time zone'],
    [`?timezone=${'x'.repeat(65)}`, '/timezone', '64'],
    ['?interval=week', '/interval', 'one of'],
    ['?by=address', '/by', 'one of'],
    [`?by=${'reason,'.repeat(200)}`, '/by', 'one of'],
    ['?limit=101', '/limit', '100'],
    ['?limit=0', '/limit', '1'],
  ])('%s', async (query, path, words) => {
    const { key } = await api.account()
    const answer = await api.call('getVerdicts', { key, query })
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toEqual([path])
    expect(answer.body.error.message).toContain(words)
  })
})

const list = (key: string, query = '') => api.call('listDecisions', { key, query })

describe('decisions: 200', () => {
  test('are those of single verifications and calls, newest first, with what was known', async () => {
    const { key } = await busyAccount()
    const { body } = await list(key)
    expect(body.decisions.map(({ domain, api, row, decision }: never) => [api, row, domain, decision])).toEqual([
      ['call', 1, 'nxdomain.mailproof.net', 'deny'],
      ['call', 0, 'explicit.mailproof.net', 'allow'],
      ['v2', null, 'explicit.mailproof.net', 'allow'],
      ['v1', null, 'servfail.mailproof.net', 'review'],
      ['v1', null, null, 'deny'],
      ['v1', null, 'explicit.mailproof.net', 'review'],
      ['v1', null, 'explicit.mailproof.net', 'allow'],
    ])
    expect(body.decisions[5]).toMatchObject({
      status: 'valid',
      reasons: ['role_account'],
      route: 'explicit',
      role: true,
      today: { decision: 'review', reasons: ['role_account'], lists: body.decisions[5].lists },
    })
    // What the syntax decided cannot be judged again without the address.
    expect(body.decisions[4]).toMatchObject({ reasons: ['syntax_invalid'], today: null })
    expect(JSON.stringify(body)).not.toContain('jane')
    expect(body.next_cursor).toBeNull()
  })

  test.each([
    ['?decision=deny', 2],
    ['?reason=role_account', 1],
    ['?domain=EXPLICIT.mailproof.net', 4],
    ['?domain=mailproof.net', 0],
    ['?from=2026-01-01&to=2026-01-02', 0],
    ['?request_id=unknown', 0],
  ])('are filtered: %s', async (query, count) => {
    const { key } = await busyAccount()
    expect((await list(key, query)).body.decisions).toHaveLength(count)
  })

  test('of a request are found by its id, by its account alone', async () => {
    const { key } = await api.account()
    const { headers } = await api.call('verifyBatch', { key, body: { emails: ['a@explicit.mailproof.net', 'b'] } })
    const query = `?request_id=${headers['x-request-id']}`
    expect((await list(key, query)).body.decisions).toHaveLength(2)
    expect((await list((await api.account()).key, query)).body.decisions).toEqual([])
  })

  test('come in pages that together are the list', async () => {
    const { key } = await busyAccount()
    const whole = (await list(key)).body.decisions
    const paged: unknown[] = []
    for (let cursor = ''; ; ) {
      const { body } = await list(key, `?limit=2${cursor}`)
      paged.push(...body.decisions)
      if (body.next_cursor === null) break
      cursor = `&cursor=${body.next_cursor}`
    }
    expect(paged).toEqual(whole)
  })

  test('are none for a sandbox key', async () => {
    const { key } = await busyAccount()
    const sandbox = await api.generate(key, { sandbox: true })
    expect((await list(sandbox.key)).body).toEqual({ decisions: [], next_cursor: null })
  })

  test('are the same over GraphQL', async () => {
    const { key } = await busyAccount()
    const query =
      '{ decisions(first: 3, decision: DENY) { totalCount edges { node { id reasons today { reasons } } } pageInfo { hasNextPage } } }'
    const { decisions } = await dataOf(api, query, { key })
    const { body } = await list(key, '?limit=3&decision=deny')
    expect(decisions.edges.map(({ node }: never) => (node as { id: string }).id)).toEqual(
      body.decisions.map(({ id }: { id: string }) => id),
    )
    expect(decisions.pageInfo.hasNextPage).toBe(false)
    expect(decisions.totalCount).toBe(body.decisions.length)
    expect((await dataOf(api, '{ decisions(first: 1) { totalCount } }', { key })).decisions.totalCount).toBe(
      (await list(key, '?limit=100')).body.decisions.length,
    )
  })
})

describe('decisions: 400', () => {
  describeParameters(() => api, 'listDecisions')

  test.each([
    ['?from=2026-11-21&to=2026-11-20', '/from'],
    ['?from=2126-01-01', '/from'],
    ['?from=2016-01-01', '/from'],
    ['?to=nonsense', '/to'],
    ['?decision=maybe', '/decision'],
    ['?reason=rain', '/reason'],
    ['?domain=a%40b', '/domain'],
    ['?cursor=nonsense', '/cursor'],
    ['?limit=101', '/limit'],
  ])('%s', async (query, path) => {
    const answer = await list((await api.account()).key, query)
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toEqual([path])
  })

  test('a cursor of another list, or of another account, is refused', async () => {
    const { key } = await busyAccount()
    const { body } = await list(key, '?limit=1')
    const other = await api.account()
    for (const [who, query] of [
      [key, `?decision=deny&cursor=${body.next_cursor}`],
      [other.key, `?cursor=${body.next_cursor}`],
    ] as const)
      expect((await list(who, query)).status).toBe(400)
  })
})

const search = (key: string, body: object) => api.call('searchDecisions', { key, body })

describe('a search: 200', () => {
  test('finds what was answered about an address, in any spelling of it', async () => {
    const { key } = await busyAccount()
    for (const email of ['jane@explicit.mailproof.net', 'JANE@Explicit.Mailproof.NET']) {
      const { body } = await search(key, { email })
      expect(body.decisions.map(({ api }: { api: string }) => api)).toEqual(['v2', 'v1'])
    }
    expect((await search(key, { email: 'nope' })).body.decisions).toHaveLength(1)
    expect((await search(key, { email: 'john@explicit.mailproof.net' })).body.decisions).toEqual([])
  })

  test('finds nothing of another account', async () => {
    await busyAccount()
    const { key } = await api.account()
    expect((await search(key, { email: ADDRESSES[0]! })).body).toEqual({ decisions: [], next_cursor: null })
  })
})

describe('a search: 400, 413 and 415', () => describeBodies(() => api, 'searchDecisions'))

for (const operation of ['getVerdicts', 'listDecisions', 'searchDecisions'] as const) {
  describe(operation, () => {
    describeUnauthorized(() => api, operation)
    describeMethods(() => api, operation)
    describe('the forms of its path', () => testForms(() => api, operation))
  })
}
