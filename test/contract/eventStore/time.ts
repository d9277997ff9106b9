import { expect, test } from '@jest/globals'
import { START } from '../../../src/kernel/position.js'
import { collect, newEvents } from '../../support/events.js'
import type { Given } from './fixture.js'

export function time(given: Given): void {
  test('never goes backwards in a log, even when the clock does', async () => {
    const { store, clock } = given()
    const times = [5_000, 6_000, 1_000, 5_999, 6_001, 0, 7_000]
    for (const now of times) {
      clock.now = now
      await store.append('a-1', newEvents(1), { expected: 'any' })
    }
    const recorded = (await collect(store.readAll())).map(({ recordedAt }) => Date.parse(recordedAt))
    expect(recorded).toEqual([5_000, 6_000, 6_000, 6_000, 6_001, 6_001, 7_000])
  })

  test('of a log that another process wrote to is not undercut', async () => {
    const { store, clock, second } = given()
    const other = await second()
    await store.append('a-1', newEvents(1), { expected: 'any' })
    clock.now += 60_000
    await other.append('a-1', newEvents(1), { expected: 'any' })
    clock.now -= 60_000
    await store.append('a-1', newEvents(1), { expected: 'any' })
    const recorded = (await collect(store.readAll())).map(({ recordedAt }) => Date.parse(recordedAt))
    expect(recorded).toEqual([clock.now, clock.now + 60_000, clock.now + 60_000])
  })

  test('is ISO 8601 in UTC with milliseconds', async () => {
    const { store, clock } = given()
    clock.now = Date.UTC(2026, 10, 21, 9, 8, 7, 6)
    await store.append('a-1', newEvents(1), { expected: 'any' })
    expect((await collect(store.readAll()))[0]!.recordedAt).toBe('2026-11-21T09:08:07.006Z')
  })

  test('leads to the last position recorded at it or before', async () => {
    const { store, clock } = given()
    expect(await store.positionAt(clock.now)).toBe(START)
    const positions: string[] = []
    for (const now of [1_000, 2_000, 2_000, 2_000, 5_000]) {
      clock.now = now
      positions.push((await store.append('a-1', newEvents(1), { expected: 'any' })).position)
    }
    const expected: [number, string][] = [
      [999, START],
      [1_000, positions[0]!],
      [1_999, positions[0]!],
      [2_000, positions[3]!],
      [4_999, positions[3]!],
      [5_000, positions[4]!],
      [1e15, positions[4]!],
      [-1, START],
    ]
    for (const [at, position] of expected) expect(await store.positionAt(at)).toBe(position)
  })

  test('the head of an empty log is START', async () => {
    expect(await given().store.head()).toBe(START)
  })
}
