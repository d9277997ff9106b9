// Verifications of accounts that report outcomes are found by address, as a search of all of them would.
import { describe, expect, test } from '@jest/globals'
import { mayConcern } from '../../src/features/outcomes/decide.js'
import { createTrackedVerifications } from '../../src/features/outcomes/internal/trackedVerifications.js'
import { verificationIn } from '../../src/features/outcomes/projections/outcomeAddresses.js'
import {
  outcomeVerifications,
  type VerificationBlockDocument,
} from '../../src/features/outcomes/projections/outcomeVerifications.js'
import type { AddressVerified } from '../../src/features/verification/events.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { DAY_MS, MINUTE_MS } from '../../src/kernel/time.js'
import { createChance } from '../../testbed/chance.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'

/** So many days of an account: the read model as it is then, and how often a block of it was read. */
function openDays(seed: number, days: number, perDay: number) {
  const chance = createChance(seed)
  const log = createRecordedLog()
  const month = () => new Date(log.now()).toISOString().slice(0, 7)
  const verify = (address: number) =>
    log.append(`usage-${ada}.${month()}`, addressVerified({ account: ada, address, tracked: true }))
  for (let day = 0; day < days; day++) {
    for (let number = 0; number < perDay; number++) verify(chance.between(1, 900))
    log.wait(DAY_MS)
  }
  let reads = 0
  const findTracked = createTrackedVerifications({
    eventing: {
      waitForHead: async () => true,
      async *readStream(stream: string) {
        const newest = log.events.findLast((event) => event.stream === stream)
        if (newest) yield newest
      },
      read: () => {
        const documents = () => documentsOf(outcomeVerifications, log.events)
        return {
          getMany: async (ids: readonly string[]) => {
            const found = documents() as { readonly [id: string]: VerificationBlockDocument }
            reads += ids.length
            return ids.map((id) => found[id])
          },
        }
      },
    } as never,
  })
  const all = () => log.events as readonly Recorded<AddressVerified>[]
  /** The newest that an outcome may be about, by looking at everything. */
  const newestOf = (address: number, time: number) =>
    all()
      .filter(({ data }) => data.address === address)
      .map(verificationIn)
      .filter(({ at }) => mayConcern(at, time))
      .at(-1)
  return { chance, log, verify, findTracked, newestOf, reads: () => reads }
}

describe.each([1, 40])('for %i addresses at once', (addresses) => {
  test('each outcome finds the newest verification that it may be about', async () => {
    const { chance, log, findTracked, newestOf } = openDays(addresses, 150, 9)
    let matched = 0
    for (let round = 0; round < 20; round++) {
      const times = new Map(
        Array.from({ length: addresses }, () => [
          chance.between(1, 1_000),
          Array.from({ length: chance.between(1, 3) }, () => log.now() - chance.between(0, 100 * DAY_MS)),
        ]),
      )
      const found = await findTracked(ada, times)
      for (const [address, of] of times) {
        for (const time of of) {
          const newest = (found.get(address) ?? []).filter(({ at }) => mayConcern(at, time)).sort((a, b) => b.at - a.at)
          expect(newest[0]).toEqual(newestOf(address, time))
          if (newest[0]) matched++
        }
      }
    }
    expect(matched).toBeGreaterThan(5)
  })
})

test('what was verified since is found, although blocks are remembered', async () => {
  const { log, verify, findTracked, newestOf, reads } = openDays(3, 100, 9)
  const look = async () => (await findTracked(ada, new Map([[1_001, [log.now()]]]))).get(1_001)
  expect(await look()).toBeUndefined()
  const before = reads()
  log.wait(MINUTE_MS)
  verify(1_001)
  log.wait(MINUTE_MS)
  expect(await look()).toEqual([newestOf(1_001, log.now())])
  expect(await findTracked(ada, new Map([[1_002, [log.now()]]]))).toEqual(new Map())
  // Blocks of the past are not read again, but for the last one of each month.
  expect(reads() - before).toBeLessThan(12)
})
