// What the log says about one position: by it, another log is recognised.
import { randomUUID } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { DifferentLog } from '../../../src/kernel/ports/eventStore.js'
import { START } from '../../../src/kernel/position.js'
import { collect, follow, newEvents, numbersOf } from '../../../testbed/given/events.js'
import type { Given } from './fixture.js'

const forever = () => new AbortController().signal
const LAST = '7'.padEnd(16, 'f').repeat(2)

export function identity(given: Given): void {
  const filled = async () => {
    const { store } = given()
    await store.append('a-1', newEvents(5), { expected: 'any' })
    await store.append('b-1', newEvents(5, 5), { expected: 'any' })
    return collect(store.readAll())
  }

  test('each event is found at its position, by another handle', async () => {
    const events = await filled()
    const { second } = given()
    const other = await second()
    for (const { recordedAt: _, ...event } of events) expect(await other.eventAt(event.position)).toMatchObject(event)
  })

  test('before the first event and after the last one is none', async () => {
    await filled()
    for (const position of [START, LAST]) expect(await given().store.eventAt(position)).toBeUndefined()
  })

  test('a subscriber that knows an event of this log gets what follows', async () => {
    const known = (await filled())[3]!
    const { position: after, id } = known
    const following = given().store.subscribe({ after, known: { position: after, id }, signal: forever() })
    expect(numbersOf(await follow(following, 6))).toEqual([4, 5, 6, 7, 8, 9])
  })

  test('a subscriber that knows an event of another log is refused', async () => {
    const { position: after } = (await filled())[3]!
    for (const known of [
      { position: after, id: randomUUID() },
      { position: LAST, id: randomUUID() },
    ]) {
      const following = given().store.subscribe({ after, known, signal: forever() })
      await expect(follow(following, 1)).rejects.toThrow(DifferentLog)
    }
  })
}
