import { expect, test } from '@jest/globals'
import type { EventStore } from '../../../src/kernel/ports/eventStore.js'
import { collect, newEvents } from '../../../testbed/given/events.js'
import type { Given } from './fixture.js'

/** Additional promises of a store that uses this process's clock. */
export function ownClock(given: Given, clock: { now: number }): void {
  const timesOf = async (store: EventStore) =>
    (await collect(store.readAll())).map(({ recordedAt }) => Date.parse(recordedAt))

  test('never goes backwards in a log, even when the clock does', async () => {
    const { store } = given()
    for (const now of [5_000, 6_000, 1_000, 5_999, 6_001, 0, 7_000]) {
      clock.now = now
      await store.append('a-1', newEvents(1), { expected: 'any' })
    }
    expect(await timesOf(store)).toEqual([5_000, 6_000, 6_000, 6_000, 6_001, 6_001, 7_000])
  })

  test('is never earlier than an event that another process wrote', async () => {
    const { store, second } = given()
    const other = await second()
    await store.append('a-1', newEvents(1), { expected: 'any' })
    clock.now += 60_000
    await other.append('a-1', newEvents(1), { expected: 'any' })
    clock.now -= 60_000
    await store.append('a-1', newEvents(1), { expected: 'any' })
    expect(await timesOf(store)).toEqual([clock.now, clock.now + 60_000, clock.now + 60_000])
  })

  test('equals the clock, to the millisecond', async () => {
    const { store } = given()
    clock.now = Date.UTC(2026, 10, 21, 9, 8, 7, 6)
    await store.append('a-1', newEvents(1), { expected: 'any' })
    expect((await collect(store.readAll()))[0]!.recordedAt).toBe('2026-11-21T09:08:07.006Z')
  })
}
