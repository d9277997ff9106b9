// As-of queries share scans of the log, fairly between accounts.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { silentLog } from '../../src/kernel/log.js'
import { openPastPool, type PastPoolDependencies } from '../../testbed/features/pastPool.js'
import {
  accountNamed,
  BEGIN,
  DAY,
  deriveKey,
  HOUR,
  openPoolFlow,
  type PoolFlow,
} from '../../testbed/features/poolFlow.js'
import { addressNamed } from '../../testbed/given/poolEvents.js'

const HOURS = 40

let flow: PoolFlow
/** One contribution per hour, into the second day. */
beforeAll(async () => {
  flow = await openPoolFlow()
  for (let hour = 0; hour < HOURS; hour++) {
    flow.clock.time = at(hour)
    await flow.contribute(accountNamed('ada'), { address: addressNamed(`${hour}`) })
  }
})
afterAll(() => flow.close())

const at = (hour: number) => BEGIN + hour * HOUR

/** A log that waits before it searches for a time, counts searches, and records which were aborted. */
function slow() {
  const walks: { readonly time: number; readonly letGo: () => void }[] = []
  const gone: unknown[] = []
  const counts = { walking: 0, most: 0, folds: 0, firsts: 0 }
  const store: PastPoolDependencies['store'] = {
    ...flow.store,
    readAll(options = {}) {
      if (options.limit === 1) counts.firsts++
      else counts.folds++
      return flow.store.readAll(options)
    },
    async positionAt(time, waiting) {
      counts.most = Math.max(counts.most, ++counts.walking)
      try {
        await new Promise<void>((letGo, giveUp) => {
          walks.push({ time, letGo })
          waiting?.signal?.addEventListener('abort', () => {
            gone.push(time)
            giveUp(waiting.signal!.reason)
          })
        })
      } finally {
        counts.walking--
      }
      return flow.store.positionAt(time, waiting)
    },
  }
  const past = openPastPool({
    ...flow,
    ...{ store, log: silentLog, deriveKey },
    ...{ minContributors: 1, domainMinAddresses: 1, domainMinContributors: 1, isBigProvider: () => false },
  })
  return { past, walks, gone, counts }
}

/** Long enough for everything that does not wait. */
const settle = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const range = (to: number) => Array.from({ length: to }, (_, index) => index)
const reason = (error: unknown) => error

describe('a log in which a time takes long to find', () => {
  test('is scanned once for the same time, however often it is requested', async () => {
    const { past, walks, counts } = slow()
    const stats = range(10).map(() => past.getPoolStats(at(5)))
    const leaders = range(10).map(() => past.getPoolLeaderboard('all-time', 10, at(5)))
    await settle()
    expect(walks).toHaveLength(1)
    walks[0]!.letGo()
    for (const one of await Promise.all(stats)) expect(one).toEqual(await stats[0])
    for (const one of await Promise.all(leaders)) expect(one).toEqual(await leaders[0])
    expect([walks.length, counts.folds]).toEqual([1, 1])
  })

  test('is scanned for one time per account, and only a bounded number of an account wait', async () => {
    const { past, walks, counts } = slow()
    const pending = range(32).map((hour) => past.getPoolStats(at(hour), undefined, 'one').catch(reason))
    await settle()
    expect(walks.map(({ time }) => time)).toEqual([at(0)])
    expect(await pending.at(-1)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    for (let hour = 0; hour < 31; hour++) {
      walks[hour]!.letGo()
      await pending[hour]
      await settle()
    }
    for (const one of await Promise.all(pending.slice(0, -1))) expect(one).toHaveProperty('totalValidations')
    expect([walks.length, counts.most]).toEqual([31, 1])
  })

  test('is scanned for another account immediately, whatever the first one requests; for two in all', async () => {
    const { past, walks, counts } = slow()
    const first = range(20).map((hour) => past.getPoolStats(at(hour), undefined, 'one'))
    const second = past.getPoolStats(at(20), undefined, 'two')
    const third = past.getPoolStats(at(21), undefined, 'three')
    await settle()
    expect(walks.map(({ time }) => time)).toEqual([at(0), at(20)])
    walks[1]!.letGo()
    expect(await second).toHaveProperty('totalValidations')
    await settle()
    expect(walks.map(({ time }) => time)).toEqual([at(0), at(20), at(21)])
    walks[2]!.letGo()
    expect(await third).toHaveProperty('totalValidations')
    walks[0]!.letGo()
    for (let next = 3; next < 22; next++) {
      await settle()
      walks[next]!.letGo()
    }
    for (const one of await Promise.all(first)) expect(one).toHaveProperty('totalValidations')
    expect([walks.length, counts.most]).toEqual([22, 2])
  })

  test('is no longer scanned when all callers have aborted, and not before; their permit is free', async () => {
    const { past, walks, gone } = slow()
    const askers = range(3).map(() => new AbortController())
    const pending = askers.map(({ signal }) => past.getPoolStats(at(5), signal).catch(reason))
    await settle()
    const others = [6, 7].map((hour) => past.getPoolStats(at(hour), undefined, `account ${hour}`))
    await settle()
    expect(walks.map(({ time }) => time)).toEqual([at(5), at(6)])
    const why = askers.map((_, index) => new Error(`gone ${index}`))
    askers[0]!.abort(why[0])
    askers[1]!.abort(why[1])
    await settle()
    expect(gone).toEqual([])
    askers[2]!.abort(why[2])
    expect(await Promise.all(pending)).toEqual(why)
    await settle()
    expect(gone).toEqual([at(5)])
    expect(walks.map(({ time }) => time)).toEqual([at(5), at(6), at(7)])
    walks[1]!.letGo()
    walks[2]!.letGo()
    for (const one of await Promise.all(others)) expect(one).toHaveProperty('totalValidations')
  })

  test('is folded once for two times between the same two events', async () => {
    const { past, walks, counts } = slow()
    const pending = [1, 2].map((later) => past.getPoolStats(at(5) + later, undefined, `account ${later}`))
    await settle()
    for (const { letGo } of walks) letGo()
    await Promise.all(pending)
    expect([walks.length, counts.folds]).toEqual([2, 1])
  })

  test('is not scanned for invalid times: they are refused immediately, even while others wait', async () => {
    const { past, walks, counts } = slow()
    const pending = range(22).map((hour) => past.getPoolStats(at(hour), undefined, `account ${hour % 2}`).catch(reason))
    await settle()
    for (const time of [flow.clock.time + 1, BEGIN - 1, 0, flow.clock.time + DAY])
      expect(await past.getPoolStats(time).catch(reason)).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { problems: [{ path: '/asOf' }] },
      })
    expect([walks.length, counts.firsts]).toEqual([2, 1])
    await past.close()
    for (const one of await Promise.all(pending)) expect(one).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  test('is no longer scanned when the service stops, by callers or by the sweep', async () => {
    const { past, walks, gone } = slow()
    const pending = past.getPoolStats(at(5), undefined, 'one').catch(reason)
    await past.prepareSnapshots()
    await settle()
    expect(walks).toHaveLength(2)
    await past.close()
    expect(await pending).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await settle()
    expect(gone).toHaveLength(2)
  })
})
