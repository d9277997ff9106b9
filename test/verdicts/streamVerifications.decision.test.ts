// An account's verifications read from the log: months, jobs and places in them.

import { expect, test } from '@jest/globals'
import { createReadVerified } from '../../src/features/verdicts/internal/verifiedEvents.js'
import {
  createStreamVerifications,
  type VerificationsInput,
} from '../../src/features/verdicts/queries/streamVerifications.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import type { ReadStreamOptions } from '../../src/kernel/ports/eventStore.js'
import { DAY_MS, HOUR_MS } from '../../src/kernel/time.js'
import { createChance } from '../../testbed/chance.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { batchId, chunkVerified } from '../../testbed/given/batchEvents.js'
import { collect } from '../../testbed/given/events.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { addressesVerified, addressVerified } from '../../testbed/given/verificationEvents.js'

interface Job {
  readonly id: string
  readonly createdAt: number
  readonly endedAt: number | null
}

/** Months of an account: single verifications, calls, and jobs of several chunks, two of which are at work at once. */
function months() {
  const chance = createChance(8)
  const log = createRecordedLog()
  const jobs: Job[] = []
  const began = log.now()
  for (let index = 0; index < 1_500; index++) {
    log.wait(chance.between(0, 90) * 60_000)
    const stream = `usage-${ada}.${new Date(log.now()).toISOString().slice(0, 7)}`
    if (chance.happens(0.1)) log.append(stream, addressesVerified({ valid: 4, invalid: 2 }))
    else log.append(stream, addressVerified({ address: chance.between(1, 400) }))
    if (index % 100 === 0) {
      const createdAt = log.now()
      const [one, other] = [batchId(`${index}`), batchId(`other ${index}`)]
      for (let chunk = 0; chunk < 25; chunk++) {
        log.wait(10 * 60_000)
        log.append(`batch-${one}`, chunkVerified({ valid: 2, unknown: 1 }))
        if (chunk < 3) log.append(`batch-${other}`, chunkVerified({ invalid: 1 }))
      }
      // Both were submitted in the same millisecond.
      for (const id of [one, other].sort()) jobs.push({ id, createdAt, endedAt: id === one ? log.now() : null })
    }
  }
  return { log, jobs, began }
}

const { log, jobs, began } = months()
const rowCountOf = ({ type }: Recorded): number => ({ AddressVerified: 1, AddressesVerified: 6 })[type as string] ?? 0

function queryOver() {
  let read = 0
  async function* readStream(stream: string, { from, backwards, limit = Infinity }: ReadStreamOptions = {}) {
    const own = log.events.filter((event) => event.stream === stream)
    const kept = own.filter(({ revision }) => from === undefined || (backwards ? revision <= from : revision >= from))
    for (const event of (backwards ? kept.reverse() : kept).slice(0, limit)) {
      read++
      yield event
    }
  }
  const readVerified = createReadVerified({
    eventing: { readStream },
    async *listJobs(_, { from, to }) {
      yield* jobs.filter(({ createdAt }) => createdAt >= from && createdAt < to)
    },
  })
  const query = createStreamVerifications({
    clock: { now: log.now },
    fairly: (_, __, work) => work(),
    readVerified,
  })
  const rows = async (input: VerificationsInput) =>
    (await collect(query({ account: ada, sandbox: false }, input))).flat()
  return { query, rows, read: () => read }
}

const whole = { from: new Date(began).toISOString() }
const unplaced = (rows: readonly { readonly rowPosition: string }[]) => rows.map(({ rowPosition, ...row }) => row)

test('has every row once, whatever their stream', async () => {
  const rows = await queryOver().rows(whole)
  const usage = log.events.reduce((sum, event) => sum + rowCountOf(event), 0)
  const chunks = jobs.reduce((sum, { id }) => sum + rows.filter(({ batchId: job }) => job === id).length, 0)
  expect(chunks).toBe(15 * (25 * 3 + 3))
  expect(rows).toHaveLength(usage + chunks)
  expect(new Set(rows.map(({ rowPosition }) => rowPosition)).size).toBe(rows.length)
  const times = rows.filter(({ api }) => api !== 'batch').map(({ occurredAt }) => occurredAt)
  expect(times).toEqual(times.toSorted())
})

test('goes on after any row', async () => {
  const { rows } = queryOver()
  const all = await rows(whole)
  for (let index = 0; index < all.length; index += 97) {
    const cursor = all[index]!.rowPosition
    expect(await rows({ ...whole, cursor })).toEqual(all.slice(index + 1))
  }
})

test('is by periods the same: a job that runs across their border is in both', async () => {
  const { rows } = queryOver()
  const all = await rows(whole)
  const chance = createChance(3)
  for (let round = 0; round < 12; round++) {
    const from = began + chance.between(0, log.now() - began - 1)
    const to = Math.min(log.now(), from + chance.between(1, 40 * 24) * HOUR_MS)
    const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    const expected = all.filter(({ occurredAt }) => occurredAt >= range.from && occurredAt < range.to)
    expect(unplaced(await rows(range))).toEqual(unplaced(expected))
  }
})

test('reads little more than the period', async () => {
  const { rows, read } = queryOver()
  const to = new Date(log.now()).toISOString()
  const found = await rows({ from: new Date(log.now() - DAY_MS).toISOString(), to })
  expect(found.length).toBeGreaterThan(0)
  expect(read()).toBeLessThan(400)
})
