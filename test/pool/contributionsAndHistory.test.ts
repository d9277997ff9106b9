// The queries of an account's own contributions, page by page, and of the pool's history, day by day.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Eventing } from '../../src/eventing/eventing.js'
import { createPoolKeys } from '../../src/features/pool/keys.js'
import { createGetPoolContributions } from '../../src/features/pool/queries/getPoolContributions.js'
import type { HistoryRow } from '../../src/features/pool/queries/getPoolHistory.js'
import { START } from '../../src/kernel/position.js'
import { accountNamed, callerOf, deriveKey, openPoolFlow, type PoolFlow } from '../../testbed/features/poolFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { collect } from '../../testbed/given/events.js'
import { failureOf } from '../../testbed/given/given.js'
import { addressNamed } from '../../testbed/given/poolEvents.js'

let flow: PoolFlow
beforeEach(async () => {
  flow = await openPoolFlow()
})
afterEach(() => flow.close())

const cleo = accountNamed('cleo')
const keys = createPoolKeys({ deriveKey })
const { contributorOf: idOf } = keys

let made = 0
/** Contributions of this many new addresses of a domain. */
async function gives(account: string, count: number, domain = 'example.net', name = 'public'): Promise<void> {
  for (let n = 0; n < count; n++) {
    await flow.contribute(account, { address: addressNamed(`${made++}`), domain }, { name })
  }
  await flow.follow()
}

describe('contributions', () => {
  const ask = (differs: object = {}, caller = callerOf()) =>
    flow.pool.getPoolContributions(caller, { period: 'week', page: 1, limit: 20, ...differs })

  test('of an account that made none are empty', async () =>
    expect(await ask()).toEqual({
      period: 'week',
      summary: {
        totalContributions: 0,
        countedContributions: 0,
        uniqueContributions: 0,
        totalCredits: 0,
        currentBadge: 'bronze',
      },
      contributions: [],
      pagination: { page: 1, limit: 20, total: 0, hasMore: false },
    }))

  test('are listed newest first, page by page, without the address, including the latest', async () => {
    for (let n = 0; n < 5; n++) {
      await flow.contribute(ada, { address: addressNamed(`${n}`) })
      flow.clock.time += 1
    }
    await flow.contribute(bob, { address: addressNamed('0') })
    const first = await ask({ limit: 2 })
    expect(first.summary).toEqual({
      totalContributions: 5,
      countedContributions: 5,
      uniqueContributions: 5,
      totalCredits: 10,
      currentBadge: 'bronze',
    })
    expect(first.pagination).toEqual({ page: 1, limit: 2, total: 5, hasMore: true })
    expect(first.contributions.map(({ timestamp }) => timestamp)).toEqual([
      '2026-11-21T09:00:00.004Z',
      '2026-11-21T09:00:00.003Z',
    ])
    const third = await ask({ limit: 2, page: 3 })
    expect(third.contributions).toHaveLength(1)
    expect(third.pagination.hasMore).toBe(false)
    expect((await ask({ limit: 2, page: 4 })).contributions).toEqual([])
    expect((await ask({ limit: 5 })).pagination.hasMore).toBe(false)
    const [bobs] = (await ask({}, callerOf(bob))).contributions
    expect(bobs).toMatchObject({ creditsEarned: 1, counted: true, unique: false })
    expect(bobs!.emailHash).toMatch(/^[0-9a-f]{64}$/)
    expect(bobs!.emailHash).not.toBe(third.contributions[0]!.emailHash)
  })

  test('are of the current period', async () => {
    flow.clock.time = Date.UTC(2026, 11, 31, 12)
    await flow.contribute(ada, { address: addressNamed('old') })
    flow.clock.time = Date.UTC(2027, 0, 1)
    await flow.contribute(ada, { address: addressNamed('new') })
    const totals = async () =>
      Promise.all(
        (['today', 'week', 'month', 'all-time'] as const).map(async (period) => {
          const { contributions, summary, pagination } = await ask({ period })
          expect(contributions).toHaveLength(summary.totalContributions)
          expect(pagination.total).toBe(summary.totalContributions)
          return contributions.length
        }),
      )
    expect(await totals()).toEqual([1, 2, 1, 2])
    flow.clock.time = Date.UTC(2027, 0, 4)
    expect(await totals()).toEqual([0, 0, 1, 2])
  })

  test('of an organisation are those to its own pool', async () => {
    await flow.contribute(ada, {})
    await flow.contribute(ada, {}, { name: ada })
    expect((await ask({}, callerOf(ada, 'enterprise'))).pagination.total).toBe(1)
    expect((await ask()).pagination.total).toBe(1)
  })

  /** With these totals of all time, and no other data. */
  function whoContributed(contributions: number) {
    const row = { contributions, unique: 1, credits: 1, counted: contributions, countedUnique: 1 }
    const get = async (id: string) => (id.includes('.all.') ? { document: row } : undefined)
    const read = () => ({ get, find: async () => ({ items: [] }) })
    const eventing = { waitForPosition: async () => true, head: async () => START, read } as unknown as Eventing
    return createGetPoolContributions({ eventing, clock: flow.clock, keys })
  }

  test('have a badge by all contributions ever', async () => {
    const { summary } = await whoContributed(10_000)(callerOf(), { period: 'today', page: 1, limit: 20 })
    expect(summary).toEqual({
      totalContributions: 0,
      countedContributions: 0,
      uniqueContributions: 0,
      totalCredits: 0,
      currentBadge: 'gold',
    })
  })

  test('are refused beyond the last allowed page, which the error names', async () => {
    const getPoolContributions = whoContributed(250_000)
    const query = { period: 'all-time', limit: 100 } as const
    const last = await getPoolContributions(callerOf(), { ...query, page: 1_001 })
    expect(last.pagination).toEqual({ page: 1_001, limit: 100, total: 250_000, hasMore: true })
    await expect(getPoolContributions(callerOf(), { ...query, page: 1_002 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { problems: [{ path: '/page' }] },
      message: expect.stringContaining('at most 1001'),
    })
  })

  test('beyond the last page are empty, however far', async () => {
    await flow.contribute(ada, {})
    expect((await ask({ page: 9_007_199_254_740, limit: 100 })).contributions).toEqual([])
  })
})

describe('the history', () => {
  const keyed = callerOf()
  const read = (query: Parameters<typeof flow.pool.getPoolHistory>[1] = {}, caller = keyed): Promise<HistoryRow[]> =>
    collect(flow.pool.getPoolHistory(caller, query))

  test('lists day by day what each account contributed, in order of contributor', async () => {
    for (const [day, account] of [
      [Date.UTC(2026, 11, 30), ada],
      [Date.UTC(2026, 11, 31, 23, 59), bob],
      [Date.UTC(2026, 11, 31, 23, 59, 59, 999), ada],
      [Date.UTC(2027, 0, 1), ada],
      [Date.UTC(2027, 0, 4), bob],
    ] as const) {
      flow.clock.time = day
      await gives(account, 1)
      await flow.contribute(account, { address: addressNamed(`${made++}`), valid: false, route: 'null_mx', role: true })
    }
    await flow.contribute(cleo, {}, { name: cleo })
    await flow.follow()
    const figures = {
      contributions: 2,
      countedContributions: 1,
      uniqueContributions: 2,
      creditsEarned: 2,
      verdicts: { valid: 1, invalid: 1 },
      level: 'Contributor',
    }
    const [a, b] = [idOf(ada), idOf(bob)]
    const rows = [
      { day: '2026-12-30', contributorId: a, ...figures },
      ...[a, b].sort().map((contributorId) => ({ day: '2026-12-31', contributorId, ...figures })),
      { day: '2027-01-01', contributorId: a, ...figures },
      { day: '2027-01-04', contributorId: b, ...figures },
    ]
    expect(await read()).toEqual(rows)
    expect(await read({ from: '0001-01-01', to: '9999-12-31' })).toEqual(rows)
    expect(await read({ from: '2026-12-31', to: '2027-01-03' })).toEqual(rows.slice(1, 4))
    expect(await read({ from: '2026-12-31', to: '2026-12-31' })).toEqual(rows.slice(1, 3))
    for (const [place, after] of rows.entries()) expect(await read({ after })).toEqual(rows.slice(place + 1))
    expect(await read({}, callerOf(cleo, 'enterprise'))).toMatchObject([{ day: '2027-01-04', contributions: 1 }])
  })

  test('has the level at the end of each day, by what had been counted since the first contribution', async () => {
    for (const [day, count] of [
      [Date.UTC(2026, 8, 30), 40],
      [Date.UTC(2026, 9, 2), 40],
      [Date.UTC(2026, 10, 1), 15],
      [Date.UTC(2026, 10, 20), 3],
    ] as const) {
      flow.clock.time = day
      // Five of a domain and day count.
      for (let left: number = count; left > 0; left -= 5) await gives(ada, Math.min(left, 5), `d${left}.example`)
    }
    flow.clock.time = Date.UTC(2026, 10, 21)
    await flow.contribute(ada, { address: addressNamed(`${made++}`), valid: false, route: 'null_mx' })
    await gives(bob, 1)
    flow.clock.time = Date.UTC(2026, 10, 22)
    await gives(ada, 1)
    await gives(bob, 1)
    const levels = (rows: readonly HistoryRow[]) =>
      rows.filter(({ contributorId }) => contributorId === idOf(ada)).map(({ day, level }) => [day.slice(5), level])
    const all = await read({ from: '2026-01-01' })
    expect(levels(all)).toEqual([
      ...['09-30', '10-02', '11-01', '11-20', '11-21'].map((day) => [day, 'Contributor']),
      ['11-22', 'Bronze'],
    ])
    expect(all.find(({ day }) => day === '2026-11-21')).toMatchObject({ contributions: 1 })
    expect(all.filter(({ level }) => level === 'Bronze')).toHaveLength(1)
    for (const from of ['2026-10-01', '2026-11-02', '2026-11-22'])
      expect(await read({ from })).toEqual(all.filter(({ day }) => day >= from))
    for (const [place, after] of all.entries())
      expect(await read({ from: '2026-01-01', after })).toEqual(all.slice(place + 1))
  })

  test('is of the last thirty days including today, by default', async () => {
    await gives(ada, 1)
    flow.clock.time = Date.UTC(2026, 11, 20, 23)
    expect(await read()).toHaveLength(1)
    flow.clock.time = Date.UTC(2026, 11, 21)
    expect(await read()).toEqual([])
    expect(await read({ to: '2026-12-20' })).toHaveLength(1)
  })

  test.each([
    [{ from: '2026-02-30' }, '/from'],
    [{ to: 'yesterday' }, '/to'],
    [{ to: '2026-11' }, '/to'],
    [{ from: '2026-11-02', to: '2026-11-01' }, '/from'],
    [{ from: '2026-11-22' }, '/from'],
  ])('refuses %j before anything is read', (query, path) => {
    const { code, details } = failureOf(() => flow.pool.getPoolHistory(keyed, query))
    expect({ code, details }).toMatchObject({ code: 'VALIDATION_ERROR', details: { problems: [{ path }] } })
  })
})
