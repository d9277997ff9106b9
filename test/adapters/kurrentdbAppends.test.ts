// Concurrent appends to KurrentDB: shared calls, bounded waiting.
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { silentLog } from '../../src/kernel/log.js'
import { type EventStore, StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { collect, newEvent, newEvents, numbersOf } from '../../testbed/given/events.js'
import { type StandIn, startStandIn } from '../../testbed/stores/kurrentdb/server.js'

let server: StandIn
let store: EventStore
beforeEach(async () => {
  server = await startStandIn()
  store = await openKurrentdbEventStore({ url: server.url(), log: silentLog, timeoutMs: 5_000 })
})
afterEach(async () => {
  await store.close()
  await server.close()
})

/** The number of appends that the server answers during a piece of work. */
async function appendsDuring(work: () => Promise<unknown>): Promise<number> {
  const before = server.appends()
  await work()
  return server.appends() - before
}

test('concurrent appends to a stream share calls: 300 callers need two', async () => {
  const append = (event: ReturnType<typeof newEvent>) => store.append('usage-1', [event], { expected: 'any' })
  expect(await appendsDuring(() => Promise.all(newEvents(300).map(append)))).toBeLessThanOrEqual(2)
  expect(numbersOf(await collect(store.readStream('usage-1')))).toEqual(newEvents(300).map((_, index) => index))
})

test('appends to other streams, and at a revision, have calls of their own', async () => {
  const calls = await appendsDuring(() =>
    Promise.all([
      ...Array.from({ length: 5 }, (_, index) => store.append(`usage-${index}`, newEvents(1), { expected: 'any' })),
      store.append('batch-1', newEvents(1), { expected: 'no_stream' }),
      store.append('batch-2', newEvents(1), { expected: 'no_stream' }),
    ]),
  )
  expect(calls).toBe(7)
})

test.each([
  ['128 small appends', 0, 300, 128],
  ['15 large appends', 40, 0, 15],
  ['128 appends, also while large ones wait,', 30, 200, 128],
])('at most %s are in flight', async (_, large, small, most) => {
  // Long enough for all that may be in flight to arrive.
  server.commitWithin(800)
  const data = [...Array(large).fill({ text: 'a'.repeat(32 * 1024) }), ...Array(small).fill({})]
  await Promise.all(
    data.map((each, index) => store.append(`usage-${index}`, [newEvent(each)], { expected: 'no_stream' })),
  )
  expect(server.mostUnderWay()).toBe(most)
})

test('a slow append to one stream does not delay another stream', async () => {
  server.commitWithin(3_000)
  const slow = store.append('usage-slow', newEvents(1), { expected: 'any' })
  // The server is writing it before the next one arrives.
  await new Promise((resolve) => setTimeout(resolve, 100))
  server.commitWithin(0)
  const startedAt = performance.now()
  await store.append('usage-fast', newEvents(1), { expected: 'any' })
  expect(performance.now() - startedAt).toBeLessThan(2_500)
  await slow
})

test('a caller that waited for another append gets an error within 5 s', async () => {
  server.commitWithin(3_000)
  const startedAt = performance.now()
  const first = store.append('usage-1', newEvents(1), { expected: 'any' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  const second = store.append('usage-1', newEvents(1), { expected: 'any' })
  await expect(second).rejects.toThrow(StoreUnavailable)
  // A margin for a slow machine.
  expect(performance.now() - startedAt).toBeLessThan(8_000)
  expect(await first).toMatchObject({ revision: 0n })
})

test('a call whose answer is lost fails each caller that shares it, and writes no event twice', async () => {
  const append = (event: ReturnType<typeof newEvent>) => store.append('usage-1', [event], { expected: 'any' })
  await append(newEvent({ number: 0 }))
  server.loseAnswers(1)
  const outcomes = await Promise.allSettled(newEvents(20, 1).map(append))
  const reasons = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)
  expect(reasons.every((reason) => reason instanceof StoreUnavailable)).toBe(true)
  expect((await append(newEvent({ number: 21 }))).revision).toBeGreaterThanOrEqual(1n)
  const numbers = numbersOf(await collect(store.readStream('usage-1')))
  expect(numbers).toEqual([...new Set(numbers)])
  expect(numbers.at(-1)).toBe(21)
})
