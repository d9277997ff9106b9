// The caller's rank over REST, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { problemPaths } from '../../testbed/contract/answers.js'
import { accountNamed } from '../../testbed/features/poolFlow.js'
import { contributes, contributesMany, justContributed } from '../../testbed/given/poolLog.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { itIs, itIsNow } from '../support/calendar.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  itIs('2026-11-18T09:00:00Z')
  api = await start()
})
afterAll(async () => {
  await api.stop()
  itIsNow()
})

const rank = async (key: string, query = '') => (await api.call('getPoolRank', { key, query })).body

describe('200', () => {
  test('is 0 before the first contribution, at the lowest level; the key is masked', async () => {
    const { key } = await api.account()
    const { body } = await api.call('listKeys', { key })
    expect(await rank(key)).toEqual({
      rank: 0,
      api_key_id: body.keys[0].masked,
      contributions: 0,
      counted_contributions: 0,
      level: 'Contributor',
      level_badge: 'contributor',
    })
  })

  test('shows the calling key', async () => {
    const { key } = await api.account()
    const other = await api.generate(key)
    const [first, second] = [await rank(key), await rank(other.key)]
    expect(first.api_key_id).not.toBe(second.api_key_id)
    for (const [{ api_key_id: masked }, whole] of [
      [first, key],
      [second, other.key],
    ] as const) {
      expect(whole.startsWith(masked.slice(0, -1))).toBe(true)
      expect(masked.length).toBeLessThan(whole.length / 2)
    }
  })

  test('is the position among all, by contributions, then unique ones, then who reached the count first', async () => {
    const [ada, bob, cleo] = [await api.account(), await api.account(), await api.account()]
    await contributes(api, { account: ada.id }, { account: bob.id }, { account: cleo.id, unique: false })
    const ranks = () => Promise.all([ada, bob, cleo].map(async ({ key }) => (await rank(key)).rank))
    expect(await ranks()).toEqual([1, 2, 3])
    await contributes(api, { account: cleo.id, unique: false })
    expect(await ranks()).toEqual([2, 3, 1])
    await contributes(api, { account: bob.id })
    expect(await ranks()).toEqual([3, 1, 2])
  })

  test('includes every contribution made before the call', async () => {
    const { id: account, key } = await api.account()
    for (let count = 1; count <= 50; count++) {
      await justContributed(api, 1, { account })
      expect(await rank(key)).toMatchObject({ contributions: count })
    }
  })

  test('agrees with the leaderboard', async () => {
    const { id: account, key } = await api.account()
    await contributesMany(api, 3, { account })
    const { rank: place, contributions } = await rank(key, '?period=weekly')
    const { body } = await api.call('getPoolLeaderboard', { query: '?limit=100' })
    expect(body.contributors[place - 1]).toMatchObject({ rank: place, contributions })
  })

  test('is of a period if one is given; the level is of all time', async () => {
    const { id: account, key } = await api.account()
    await contributesMany(api, 100, { account })
    itIs('2026-11-19T09:00:00Z')
    const bronze = { level: 'Bronze', level_badge: 'bronze' }
    expect(await rank(key, '?period=daily')).toMatchObject({ rank: 0, contributions: 0, ...bronze })
    await contributes(api, { account: accountNamed('busy') }, { account: accountNamed('busy') }, { account })
    expect(await rank(key, '?period=daily')).toMatchObject({ rank: 2, contributions: 1, ...bronze })
    expect(await rank(key, '?period=weekly')).toMatchObject({ rank: 1, contributions: 101, ...bronze })
    expect(await rank(key, '?period=all-time')).toEqual(await rank(key))
  })

  test.each([
    [99, 'Contributor'],
    [100, 'Bronze'],
    [999, 'Bronze'],
    [1_000, 'Silver'],
  ])('maps %i contributions to the level %s', async (count, level) => {
    const { id: account, key } = await api.account()
    await contributesMany(api, count, { account })
    expect(await rank(key)).toMatchObject({ contributions: count, level, level_badge: level.toLowerCase() })
  })

  test('of an organisation is its rank in its own pool, and it has none in the public one', async () => {
    const { id: account, key } = await api.account({ plan: 'enterprise' })
    await contributes(api, { account, pool: 'public' })
    expect(await rank(key)).toMatchObject({ rank: 0, contributions: 0 })
    await contributes(api, { account, pool: account }, { account, pool: account })
    expect(await rank(key)).toMatchObject({ rank: 1, contributions: 2 })
  })
})

describe('400', () => {
  describeParameters(() => api, 'getPoolRank')

  test.each([
    ['?period=today', '/period'],
    ['?period=', '/period'],
    ['?period=daily&period=daily', '/period'],
    ['?limit=1', '/limit'],
  ])('%s', async (query, path) => {
    const { key } = await api.account()
    const answer = await api.call('getPoolRank', { key, query })
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toEqual([path])
  })
})

describeUnauthorized(() => api, 'getPoolRank')
describeMethods(() => api, 'getPoolRank')
describe('the forms of its path', () => testForms(() => api, 'getPoolRank'))
