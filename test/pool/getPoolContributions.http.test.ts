// The caller's contributions over REST, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { problemPaths } from '../../testbed/contract/answers.js'
import { addressNamed } from '../../testbed/given/poolEvents.js'
import { contributes, contributesMany, justContributed } from '../../testbed/given/poolLog.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { itIs, itIsNow } from '../support/calendar.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

interface Contribution {
  readonly timestamp: string
  readonly email_hash: string
}

let api: InProcessService
beforeAll(async () => {
  itIs('2026-10-29T09:00:00Z')
  api = await start()
})
afterAll(async () => {
  await api.stop()
  itIsNow()
})

const history = async (key: string, query = '') => (await api.call('getPoolContributions', { key, query })).body
const hashes = async (key: string, query = ''): Promise<string[]> =>
  (await history(key, query)).contributions.map((each: Contribution) => each.email_hash)

describe('200', () => {
  test('is empty before the first contribution; by default it is the first page of 20 of the week', async () => {
    const { key } = await api.account()
    const summary = {
      total_contributions: 0,
      counted_contributions: 0,
      unique_contributions: 0,
      total_credits: 0,
      current_badge: 'bronze',
    }
    expect(await history(key)).toEqual({
      period: 'week',
      summary,
      contributions: [],
      pagination: { page: 1, limit: 20, total: 0, has_more: false },
    })
    expect(await history(key, '?period=all-time&page=3&limit=7')).toEqual({
      period: 'all-time',
      summary,
      contributions: [],
      pagination: { page: 3, limit: 7, total: 0, has_more: false },
    })
  })

  test("lists the account's contributions, newest first, with their credits", async () => {
    const { id: account, key } = await api.account({ plan: 'growth' })
    await contributes(api, { account, credits: 2 }, { account, unique: false, credits: 1 }, { account, credits: 0 })
    const { summary, contributions } = await history(key)
    expect(summary).toEqual({
      total_contributions: 3,
      counted_contributions: 2,
      unique_contributions: 2,
      total_credits: 3,
      current_badge: 'bronze',
    })
    const shape = { timestamp: expect.stringMatching(/^2026-10-29T09:/), email_hash: expect.any(String) }
    expect(contributions).toEqual([
      { ...shape, credits_earned: 0, counted: false, unique: true },
      { ...shape, credits_earned: 1, counted: true, unique: false },
      { ...shape, credits_earned: 2, counted: true, unique: true },
    ])
  })

  test('identifies an address by a hash that is stable for this account and different for every other', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const [address, other] = [addressNamed('ada'), addressNamed('bob')]
    await contributes(api, { account: ada.id, address }, { account: ada.id, address: other })
    await contributes(api, { account: ada.id, address }, { account: bob.id, address })
    const [again, second, first] = await hashes(ada.key)
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(again).toBe(first)
    expect(second).not.toBe(first)
    expect(await hashes(bob.key)).not.toContain(first)
    const { text } = await api.call('getPoolContributions', { key: ada.key })
    for (const secret of [address, ada.id, 'example.net', '@']) expect(text).not.toContain(secret)
  })

  test("never returns another account's", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    await contributes(api, { account: bob.id }, { account: bob.id })
    expect(await history(ada.key, '?period=all-time')).toMatchObject({
      summary: { total_contributions: 0 },
      contributions: [],
      pagination: { total: 0 },
    })
  })

  test('includes every contribution made before the call', async () => {
    const { id: account, key } = await api.account()
    for (let count = 1; count <= 50; count++) {
      await justContributed(api, 1, { account })
      expect(await hashes(key, '?limit=100')).toHaveLength(count)
    }
  })

  test('has everything once over all pages, and says whether there are more', async () => {
    const { id: account, key } = await api.account()
    await contributes(api, ...Array.from({ length: 45 }, () => ({ account })))
    const pages = await Promise.all([1, 2, 3, 4].map((page) => history(key, `?page=${page}`)))
    expect(pages.map(({ contributions }) => contributions.length)).toEqual([20, 20, 5, 0])
    expect(pages.map(({ pagination }) => pagination)).toEqual([
      { page: 1, limit: 20, total: 45, has_more: true },
      { page: 2, limit: 20, total: 45, has_more: true },
      { page: 3, limit: 20, total: 45, has_more: false },
      { page: 4, limit: 20, total: 45, has_more: false },
    ])
    const all: Contribution[] = pages.flatMap(({ contributions }) => contributions)
    expect(new Set(all.map((each) => each.email_hash)).size).toBe(45)
    const times = all.map(({ timestamp }) => timestamp)
    expect(times).toEqual(times.toSorted().reverse())
    expect((await history(key, '?limit=45')).pagination).toMatchObject({ has_more: false })
    expect((await history(key, '?limit=44')).pagination).toMatchObject({ has_more: true })
    expect(await hashes(key, '?limit=100&page=1')).toHaveLength(45)
    expect(await hashes(key, '?page=999999999999999&limit=100')).toEqual([])
  })

  test('is for the current day, ISO week or month in UTC, or all time; the badge is of all time', async () => {
    const { id: account, key } = await api.account()
    await contributesMany(api, 1_000, { account, unique: false, credits: 1 })
    // Thursday; two days later is another day of the same week and month, then another month, then another week.
    const total = async (period: string) => {
      const { summary, pagination, contributions } = await history(key, `?period=${period}&limit=1`)
      expect(summary).toMatchObject({ total_contributions: pagination.total, current_badge: 'silver' })
      expect(contributions).toHaveLength(Math.min(1, pagination.total))
      return pagination.total
    }
    const totals = async () =>
      Object.fromEntries(
        await Promise.all(['today', 'week', 'month', 'all-time'].map(async (p) => [p, await total(p)])),
      )
    expect(await totals()).toEqual({ today: 1_000, week: 1_000, month: 1_000, 'all-time': 1_000 })
    itIs('2026-10-31T23:59:00Z')
    await contributes(api, { account })
    expect(await totals()).toEqual({ today: 1, week: 1_001, month: 1_001, 'all-time': 1_001 })
    itIs('2026-11-01T00:00:00Z')
    await contributes(api, { account })
    expect(await totals()).toEqual({ today: 1, week: 1_002, month: 1, 'all-time': 1_002 })
    itIs('2026-11-02T00:00:00Z')
    expect(await totals()).toEqual({ today: 0, week: 0, month: 1, 'all-time': 1_002 })
  })

  test("is from an organisation's own pool, and for every other account from the public one", async () => {
    for (const [plan, total] of [
      ['enterprise', 1],
      ['growth', 2],
    ] as const) {
      const { id: account, key } = await api.account({ plan })
      await contributes(api, { account, pool: account }, { account, pool: 'public' }, { account, pool: 'public' })
      const { summary, contributions, pagination } = await history(key)
      expect([summary.total_contributions, contributions.length, pagination.total]).toEqual([total, total, total])
    }
  })
})

describe('400', () => {
  describeParameters(() => api, 'getPoolContributions')

  test.each([
    ['?page=0', '/page'],
    ['?page=-1', '/page'],
    ['?page=1.5', '/page'],
    ['?page=9999999999999999999', '/page'],
    ['?page=', '/page'],
    ['?page=1&page=1', '/page'],
    ['?limit=0', '/limit'],
    ['?limit=101', '/limit'],
    ['?period=weekly', '/period'],
    ['?period=', '/period'],
    ['?period=week&period=week', '/period'],
    ['?cursor=x', '/cursor'],
  ])('%s', async (query, path) => {
    const { key } = await api.account()
    const answer = await api.call('getPoolContributions', { key, query })
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toEqual([path])
  })
})

describeUnauthorized(() => api, 'getPoolContributions')
describeMethods(() => api, 'getPoolContributions')
describe('the forms of its path', () => testForms(() => api, 'getPoolContributions'))
