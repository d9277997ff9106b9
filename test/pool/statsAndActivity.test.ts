// The queries of statistics and activity.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createGetPoolStats } from '../../src/features/pool/queries/getPoolStats.js'
import { accountNamed, BEGIN, DAY, HOUR, openPoolFlow, type PoolFlow } from '../../testbed/features/poolFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { addressNamed, causeId, using } from '../../testbed/given/poolEvents.js'
import { addressesVerified, addressVerified } from '../../testbed/given/verificationEvents.js'

let flow: PoolFlow
beforeEach(async () => {
  flow = await openPoolFlow()
})
afterEach(() => flow.close())

const cleo = accountNamed('cleo')
const usage = `usage-${ada}.2026-11`

let made = 0
/** Contributions of this many new addresses of a domain. */
async function gives(account: string, count: number, domain = 'example.net', name = 'public'): Promise<void> {
  for (let n = 0; n < count; n++) {
    await flow.contribute(account, { address: addressNamed(`${made++}`), domain }, { name })
  }
  await flow.follow()
}

describe('the statistics', () => {
  test('of an empty pool are zeros', async () =>
    expect(await flow.pool.getPoolStats()).toEqual({
      totalValidations: 0,
      uniqueEmails: 0,
      hitRate: 0,
      avgResponseTimeMs: 0,
      activeContributors: 0,
      coverageByDomain: [],
    }))

  test('count contributions, addresses, lookups and times, of the public pool only', async () => {
    await flow.contribute(ada, {})
    await flow.contribute(bob, {})
    await flow.contribute(cleo, {}, { name: cleo })
    const ofPublic = { pool: 'public', lookUps: 1, hits: 0 }
    await flow.append(usage, using(addressVerified({ durationUs: 2_000 }), ofPublic))
    await flow.append(usage, using(addressVerified({ durationUs: 1_001 }), { ...ofPublic, hits: 1 }))
    await flow.append(usage, using(addressesVerified({ valid: 7 }), { pool: 'public', lookUps: 7, hits: 5 }))
    await flow.append(usage, using(addressVerified({ durationUs: 9_999_999 }), { pool: cleo, lookUps: 1, hits: 1 }))
    await flow.append(usage, addressVerified({ durationUs: 9_999_999 }))
    await flow.follow()
    expect(await flow.pool.getPoolStats()).toMatchObject({
      totalValidations: 2,
      uniqueEmails: 1,
      hitRate: 0.6667,
      avgResponseTimeMs: 1.5,
      activeContributors: 2,
    })
  })

  test('count accounts that contributed in the last thirty days as active', async () => {
    await flow.contribute(ada, {})
    flow.clock.time += HOUR
    await flow.contribute(bob, {})
    await flow.follow()
    flow.clock.time = BEGIN + 30 * DAY
    expect((await flow.pool.getPoolStats()).activeContributors).toBe(2)
    // Statistics are cached for a second.
    flow.clock.time += 1_000
    expect((await flow.pool.getPoolStats()).activeContributors).toBe(1)
  })

  test('name a domain with enough addresses of enough accounts, and every large provider', async () => {
    await gives(ada, 3, 'shared.example')
    await gives(bob, 1, 'shared.example')
    await gives(cleo, 1, 'shared.example')
    await gives(ada, 10, 'of-one.example')
    for (const account of [ada, bob, cleo]) await gives(account, 1, 'few.example')
    await gives(bob, 2, 'gmail.com')
    expect((await flow.pool.getPoolStats()).coverageByDomain).toEqual([
      { domain: 'shared.example', percent: 25 },
      { domain: 'gmail.com', percent: 10 },
      { domain: 'other', percent: 65 },
    ])
  })

  test.each([
    [undefined, []],
    [{ unique: 2 }, [{ domain: 'gmail.com', percent: 100 }]],
  ])('of %j give domains that are counted further at most 100 percent', async (document, coverage) => {
    const domain = { domain: 'gmail.com', addresses: 3, contributors: [] }
    const read = () => ({
      get: async () => document && { document },
      find: async () => ({ items: [{ document: domain }] }),
      count: async () => 0,
    })
    const [eventing, policy] = [
      { read } as never,
      { minContributors: 1, domainMinAddresses: 1, domainMinContributors: 1 },
    ]
    const getPoolStats = createGetPoolStats({ eventing, clock: flow.clock, isBigProvider: () => true, ...policy })
    expect((await getPoolStats()).coverageByDomain).toEqual(coverage)
  })

  test('name twenty domains, the largest first', async () => {
    const open = await flow.openProcess({ domainMinAddresses: 1, domainMinContributors: 1 })
    for (let n = 0; n < 25; n++) await gives(ada, 1 + Math.floor(n / 5), `d${String(n).padStart(2, '0')}.example`)
    const { coverageByDomain } = await open.getPoolStats()
    expect(coverageByDomain).toHaveLength(21)
    expect(coverageByDomain[0]).toEqual({ domain: 'd24.example', percent: 6.67 })
    expect(coverageByDomain.at(-1)).toEqual({ domain: 'other', percent: 6.67 })
    const percents = coverageByDomain.slice(0, -1).map(({ percent }) => percent)
    expect(percents).toEqual([...percents].sort((a, b) => b - a))
  })
})

describe('the activity', () => {
  const show = (limit = 50) => flow.pool.getPoolActivity(limit)

  test('of an empty pool is empty', async () =>
    expect(await show()).toEqual({
      timestamp: '2026-11-21T09:00:00.000Z',
      activity: [],
      metrics: { eventsShown: 0, activityLastHour: 0, mostCommonType: 'none' },
    }))

  test('lists events newest first, with an icon for each type', async () => {
    const hit = using(addressVerified(), { pool: 'public', lookUps: 1, hits: 1 })
    const steps = [
      () => flow.contribute(ada, { provider: 'google' }),
      () => flow.contribute(bob, { provider: 'google' }),
      () => flow.append(usage, hit),
      () => flow.contribute(ada, { address: addressNamed('a') }, { source: 'batch', group: causeId('batch') }),
      () => flow.contribute(ada, { address: addressNamed('b') }, { source: 'batch', group: causeId('batch') }),
      () => flow.append(usage, using(addressesVerified({ valid: 9 }), { pool: 'public', lookUps: 9, hits: 4 })),
      () => flow.contribute(cleo, {}, { name: cleo }),
      () => flow.append(usage, using(addressVerified(), { pool: cleo, lookUps: 1, hits: 1 })),
      () => flow.append(usage, using(addressVerified(), { pool: 'public', lookUps: 1, hits: 0 })),
    ]
    for (const step of steps) {
      await step()
      flow.clock.time += 1_000
    }
    await flow.follow()
    const at = (second: number) => `2026-11-21T09:00:0${second}.000Z`
    const { timestamp, activity, metrics } = await show()
    expect(timestamp).toBe(at(9))
    expect(activity).toEqual([
      { type: 'cache_hit', message: '4 addresses were answered from the pool', timestamp: at(5), icon: '⚡' },
      {
        type: 'bulk',
        message: '2 validations of a batch were contributed',
        timestamp: at(4),
        icon: '📦',
        source: 'batch',
      },
      { type: 'cache_hit', message: 'An address was answered from the pool', timestamp: at(2), icon: '⚡' },
      { type: 'validation', message: 'A validation was contributed', timestamp: at(1), icon: '✅' },
      {
        type: 'new_domain',
        message: 'The first address of a new domain was contributed',
        timestamp: at(0),
        icon: '🌐',
        provider: 'google',
      },
    ])
    expect(metrics).toEqual({ eventsShown: 5, activityLastHour: 9, mostCommonType: 'cache_hit' })
    expect((await show(1)).activity).toEqual(activity.slice(0, 1))
    expect((await show(1)).metrics).toEqual({ eventsShown: 1, activityLastHour: 9, mostCommonType: 'cache_hit' })
  })

  test('counts events of the last hour', async () => {
    await gives(ada, 3)
    flow.clock.time += 59 * 60_000
    expect((await show()).metrics.activityLastHour).toBe(3)
    flow.clock.time += 60_000
    expect((await show()).metrics.activityLastHour).toBe(0)
    expect((await show()).activity).toHaveLength(3)
  })
})
