// The leaderboard over REST, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { problemPaths } from '../../testbed/contract/answers.js'
import { accountNamed } from '../../testbed/features/poolFlow.js'
import { contributes, contributesMany } from '../../testbed/given/poolLog.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { itIs, itIsNow } from '../support/calendar.js'
import { describeMethods, describeParameters, testForms } from '../support/promises.js'
import { describeRevalidation } from './revalidation.js'

interface Entry {
  readonly contributor_id: string
  readonly contributions: number
}

let api: InProcessService
beforeAll(async () => {
  itIs('2026-10-30T09:00:00Z')
  api = await start()
})
afterAll(async () => {
  await api.stop()
  itIsNow()
})

const leaderboard = async (query = '') => (await api.call('getPoolLeaderboard', { query })).body
const counts = async (query: string) =>
  (await leaderboard(query)).contributors.map(({ contributions }: Entry) => contributions)
const of = (name: string) => ({ account: accountNamed(name) })

describe('200', () => {
  test('is empty for an empty pool; the default period is the week', async () => {
    expect(await leaderboard()).toEqual({ period: 'weekly', contributors: [] })
    for (const period of ['daily', 'weekly', 'monthly', 'all-time']) {
      expect(await leaderboard(`?period=${period}&limit=1`)).toEqual({ period, contributors: [] })
    }
  })

  test('ranks by contributions, then by unique ones, then by who reached the count first', async () => {
    const again = { unique: false, credits: 1 }
    await contributes(api, of('second'), of('third'), of('fourth'), of('first'))
    await contributes(api, { ...of('second'), ...again, unique: true }, { ...of('fourth'), ...again })
    await contributes(api, { ...of('third'), ...again }, { ...of('first'), ...again }, { ...of('first'), ...again })
    const { contributors } = await leaderboard()
    const figures = contributors.map(({ contributor_id: _, ...entry }: Entry) => entry)
    const standing = { badge: 'bronze', level: 'Contributor' }
    expect(figures).toEqual([
      { rank: 1, contributions: 3, counted_contributions: 3, unique_contributions: 1, credits_earned: 4, ...standing },
      { rank: 2, contributions: 2, counted_contributions: 2, unique_contributions: 2, credits_earned: 3, ...standing },
      { rank: 3, contributions: 2, counted_contributions: 2, unique_contributions: 1, credits_earned: 3, ...standing },
      { rank: 4, contributions: 2, counted_contributions: 2, unique_contributions: 1, credits_earned: 3, ...standing },
    ])
    const [third, fourth] = contributors.slice(2)
    await contributes(api, { ...of('fourth'), ...again })
    const [, raised] = (await leaderboard()).contributors
    expect(raised).toMatchObject({ contributor_id: third.contributor_id, contributions: 3 })
    expect(third.contributor_id).not.toBe(fourth.contributor_id)
  })

  test('does not count contributions without credits', async () => {
    const before = await leaderboard()
    await contributesMany(api, 20, { ...of('fourth'), credits: 0 })
    await contributes(api, { ...of('idle'), credits: 0 })
    expect(await leaderboard()).toEqual(before)
  })

  test('contains the same pseudonym everywhere, and never the account', async () => {
    const { contributors } = await leaderboard()
    for (const { contributor_id: id } of contributors) expect(id).toMatch(/^c_[0-9a-f]{20}$/)
    const { text } = await api.call('getPoolLeaderboard', { query: '?period=all-time' })
    for (const name of ['first', 'second', 'third', 'fourth']) expect(text).not.toContain(accountNamed(name))
    expect(JSON.parse(text).contributors).toEqual(contributors)
  })

  test('is for the current day, ISO week or month in UTC, or all time', async () => {
    // Friday; the next day is of the same week and month, the one after that of the same week and another month.
    expect(await counts('?period=daily')).toEqual([3, 3, 2, 2])
    itIs('2026-10-31T00:00:00Z')
    expect(await counts('?period=daily')).toEqual([])
    expect(await counts('?period=weekly')).toHaveLength(4)
    itIs('2026-11-01T00:00:00Z')
    expect(await counts('?period=weekly')).toHaveLength(4)
    expect(await counts('?period=monthly')).toEqual([])
    await contributes(api, of('first'))
    expect(await counts('?period=monthly')).toEqual([1])
    itIs('2026-11-02T00:00:00Z')
    expect(await counts('?period=weekly')).toEqual([])
    expect(await counts('?period=monthly')).toEqual([1])
    expect(await counts('?period=all-time')).toEqual([4, 3, 2, 2])
  })

  test('has up to the limit, ten by default', async () => {
    await contributes(api, ...Array.from({ length: 101 }, (_, index) => of(`one of many ${index}`)))
    expect(await counts('')).toHaveLength(10)
    expect(await counts('?limit=1')).toHaveLength(1)
    const hundred = (await leaderboard('?limit=100')).contributors
    expect(hundred.map(({ rank }: { rank: number }) => rank)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
  })

  test('has badges by all contributions ever, whatever the period', async () => {
    await contributesMany(api, 999, of('silver'))
    itIs('2026-11-03T09:00:00Z')
    const today = async () => (await leaderboard('?period=daily')).contributors
    await contributes(api, of('silver'), of('bronze'))
    expect(await today()).toMatchObject([
      { rank: 1, contributions: 1, badge: 'silver' },
      { rank: 2, contributions: 1, badge: 'bronze' },
    ])
  })

  test('includes nothing of the pools of organisations', async () => {
    const before = await leaderboard('?period=all-time&limit=100')
    await contributesMany(api, 5, { ...of('organisation'), pool: accountNamed('organisation') })
    expect(await leaderboard('?period=all-time&limit=100')).toEqual(before)
  })
})

describeRevalidation(() => api, 'getPoolLeaderboard', { change: () => contributes(api, of('silver')) })

describe('400', () => {
  describeParameters(() => api, 'getPoolLeaderboard')

  test.each([
    ['?limit=0', '/limit'],
    ['?limit=101', '/limit'],
    ['?limit=-1', '/limit'],
    ['?limit=1.5', '/limit'],
    ['?limit=1e1', '/limit'],
    ['?limit=', '/limit'],
    ['?limit=10&limit=10', '/limit'],
    ['?period=yearly', '/period'],
    ['?period=week', '/period'],
    ['?period=Weekly', '/period'],
    ['?period=', '/period'],
    ['?period=all-time&period=daily', '/period'],
    ['?page=1', '/page'],
    ['?asOf=2026-11-01T00:00:00Z', '/asOf'],
  ])('%s', async (query, path) => {
    const answer = await api.call('getPoolLeaderboard', { query })
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toEqual([path])
  })
})

describeMethods(() => api, 'getPoolLeaderboard')
describe('the forms of its path', () => testForms(() => api, 'getPoolLeaderboard'))
