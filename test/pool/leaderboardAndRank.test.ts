// The queries of leaderboard and rank.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { SharedResult } from '../../src/features/pool/events.js'
import { createPoolKeys } from '../../src/features/pool/keys.js'
import type { SharingEvent } from '../../src/features/pool/reactors/contributions.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { accountNamed, callerOf, DAY, deriveKey, openPoolFlow, type PoolFlow } from '../../testbed/features/poolFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { addressNamed, causeId, contributed, sharedResult } from '../../testbed/given/poolEvents.js'
import { sharesMany } from './sharingEvents.js'

let flow: PoolFlow
beforeEach(async () => {
  flow = await openPoolFlow()
})
afterEach(() => flow.close())

const cleo = accountNamed('cleo')
const { contributorOf: idOf } = createPoolKeys({ deriveKey })

let made = 0
/** Contributions of this many new addresses, no more per domain than count. */
async function gives(account: string, count: number, name = 'public'): Promise<void> {
  for (let n = 0; n < count; n++) {
    const domain = `d${Math.floor(made / 5)}.example.net`
    await flow.contribute(account, { address: addressNamed(`${made++}`), domain }, { name })
  }
  await flow.follow()
}

describe('the leaderboard', () => {
  const board = async (period: Parameters<typeof flow.pool.getPoolLeaderboard>[0] = 'weekly', limit = 10) =>
    (await flow.pool.getPoolLeaderboard(period, limit)).contributors

  test('is empty for an empty pool', async () =>
    expect(await flow.pool.getPoolLeaderboard('weekly', 10)).toEqual({ period: 'weekly', contributors: [] }))

  test('ranks by contributions, then by unique ones, then by who reached the count first', async () => {
    await gives(ada, 2)
    await flow.contribute(bob, { address: addressNamed(`${made - 1}`) })
    await gives(bob, 1)
    await flow.contribute(cleo, { address: addressNamed(`${made - 1}`) })
    await gives(cleo, 1)
    await gives(accountNamed('dan'), 3)
    await gives(accountNamed('eve'), 1)
    const ids = ['dan', 'eve'].map((name) => idOf(accountNamed(name)))
    const entry = (
      rank: number,
      contributorId: string | undefined,
      contributions: number,
      unique: number,
      credits: number,
    ) => ({
      rank,
      contributorId,
      contributions,
      countedContributions: contributions,
      uniqueContributions: unique,
      creditsEarned: credits,
      badge: 'bronze',
      level: 'Contributor',
    })
    expect(await board()).toEqual([
      entry(1, ids[0], 3, 3, 6),
      entry(2, idOf(ada), 2, 2, 4),
      entry(3, idOf(bob), 2, 1, 3),
      entry(4, idOf(cleo), 2, 1, 3),
      entry(5, ids[1], 1, 1, 2),
    ])
    expect(await board('weekly', 2)).toHaveLength(2)
  })

  test('is for the current day, week, month or all time', async () => {
    flow.clock.time = Date.UTC(2026, 11, 31, 12)
    await gives(ada, 1)
    flow.clock.time = Date.UTC(2027, 0, 1)
    await gives(bob, 1)
    const size = async () =>
      Promise.all((['daily', 'weekly', 'monthly', 'all-time'] as const).map(async (p) => (await board(p)).length))
    expect(await size()).toEqual([1, 2, 1, 2])
    flow.clock.time = Date.UTC(2027, 0, 3, 23, 59, 59, 999)
    expect(await size()).toEqual([0, 2, 1, 2])
    flow.clock.time = Date.UTC(2027, 0, 4)
    expect(await size()).toEqual([0, 0, 1, 2])
  })

  test('shows the badge of all contributions ever, and no account with its own pool', async () => {
    const past = Array.from({ length: 1_000 }, (_, n) =>
      contributed({ address: addressNamed(`past ${n}`), cause: causeId(`${n}`) }),
    )
    await Promise.all(
      past.map(({ data }) => flow.append(`address-public.${data.address}`, { type: 'ValidationContributed', data })),
    )
    flow.clock.time += 8 * DAY
    await gives(ada, 1)
    await gives(bob, 1, bob)
    expect(await board()).toMatchObject([{ contributions: 1, badge: 'silver', level: 'Silver' }])
  })
})

describe('a rank', () => {
  test('is 0 before the first contribution', async () =>
    expect(await flow.pool.getPoolRank(callerOf())).toEqual({
      rank: 0,
      keyMask: `mask of ${callerOf().key}`,
      contributions: 0,
      countedContributions: 0,
      level: 'Contributor',
      levelBadge: 'contributor',
    }))

  test('is of all time by default, and includes the latest contribution', async () => {
    await gives(bob, 2)
    flow.clock.time += 8 * DAY
    await flow.contribute(ada, {})
    expect(await flow.pool.getPoolRank(callerOf())).toMatchObject({ rank: 2, contributions: 1 })
    expect(await flow.pool.getPoolRank(callerOf(), 'weekly')).toMatchObject({ rank: 1, contributions: 1 })
    expect(await flow.pool.getPoolRank(callerOf(bob), 'weekly')).toMatchObject({ rank: 0, contributions: 0 })
    expect(await flow.pool.getPoolRank(callerOf(bob), 'all-time')).toMatchObject({ rank: 1, contributions: 2 })
  })

  test('has the level of all contributions ever', async () => {
    await gives(ada, 100)
    flow.clock.time += 8 * DAY
    const idle = { rank: 0, contributions: 0, level: 'Bronze', levelBadge: 'bronze' }
    expect(await flow.pool.getPoolRank(callerOf(), 'weekly')).toMatchObject(idle)
  })

  test('of an organisation is its rank in its own pool', async () => {
    await gives(bob, 3)
    await gives(ada, 1, ada)
    expect(await flow.pool.getPoolRank(callerOf(ada, 'enterprise'))).toMatchObject({ rank: 1, contributions: 1 })
  })

  test('agrees with the leaderboard, for every account', async () => {
    const accounts = Array.from({ length: 12 }, (_, n) => accountNamed(`${n}`))
    for (const [n, account] of accounts.entries()) await gives(account, 1 + ((n * 5) % 4))
    const { contributors } = await flow.pool.getPoolLeaderboard('all-time', 100)
    for (const account of accounts) {
      const { rank } = await flow.pool.getPoolRank(callerOf(account))
      expect(contributors[rank - 1]!.contributorId).toBe(idOf(account))
    }
  })
})

test('the levels count the contributors at each level', async () => {
  const counts = async () => (await flow.pool.getPoolLevels()).map(({ count }) => count)
  expect(await flow.pool.getPoolLevels()).toEqual([
    { name: 'Contributor', minContributions: 0, count: 0 },
    { name: 'Bronze', minContributions: 100, count: 0 },
    { name: 'Silver', minContributions: 1_000, count: 0 },
    { name: 'Gold', minContributions: 10_000, count: 0 },
    { name: 'Diamond', minContributions: 100_000, count: 0 },
  ])
  await gives(ada, 99)
  await gives(bob, 100)
  await gives(cleo, 100, cleo)
  expect(await counts()).toEqual([1, 1, 0, 0, 0])
  await gives(ada, 1)
  expect(await counts()).toEqual([0, 2, 0, 0, 0])
})

describe('invented addresses', () => {
  const usage = `usage-${ada}.2026-11`
  /** Enough for Silver, if all counted; as batches contribute. */
  async function gives1300(resultOf: (n: number) => Partial<SharedResult>): Promise<void> {
    for (let from = 0; from < 1_300; from += 650) {
      const results = Array.from({ length: 650 }, (_, n) =>
        sharedResult({ address: addressNamed(`invented ${from + n}`), ...resultOf(from + n) }),
      )
      const verified = await flow.append(usage, sharesMany(results))
      await flow.pool.reactor.react([verified as Recorded<SharingEvent>])
    }
    await flow.follow()
  }
  const standing = async () => {
    const { rank, level } = await flow.pool.getPoolRank(callerOf())
    const { contributors } = await flow.pool.getPoolLeaderboard('all-time', 10)
    const own = contributors.find(({ contributorId }) => contributorId === idOf(ada))
    return { rank, level, first: contributors[0]?.contributorId, badge: own?.badge, contributions: own?.contributions }
  }

  test('at few domains earn neither a level nor the first rank', async () => {
    await gives1300((n) => ({ domain: `d${n % 20}.example` }))
    await gives(bob, 150)
    expect(await standing()).toEqual({
      rank: 2,
      level: 'Bronze',
      first: idOf(bob),
      badge: 'bronze',
      contributions: 100,
    })
    // The votes exist nevertheless, and are in the account's own history.
    const { summary, pagination } = await flow.pool.getPoolContributions(callerOf(), {
      period: 'all-time',
      page: 1,
      limit: 1,
    })
    expect(summary).toEqual({
      totalContributions: 1_300,
      countedContributions: 100,
      uniqueContributions: 1_300,
      totalCredits: 200,
      currentBadge: 'bronze',
    })
    expect(pagination.total).toBe(1_300)
    expect((await flow.pool.getPoolStats()).totalValidations).toBe(1_450)
  })

  test('at as many domains count for five hundred a day', async () => {
    await gives1300((n) => ({ domain: `d${n}.example` }))
    expect(await standing()).toMatchObject({ level: 'Bronze', badge: 'bronze', contributions: 500 })
  })

  test('at invented domains count for nothing', async () => {
    await gives1300((n) => ({ domain: `d${n}.example`, route: 'no_name', valid: false }))
    expect(await standing()).toMatchObject({ rank: 0, level: 'Contributor', contributions: undefined })
  })
})
