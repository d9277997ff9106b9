import { expect, test } from '@jest/globals'
import { START } from '../../../src/kernel/position.js'
import { collect, follow, newEvent, newEvents, numbersOf } from '../../../testbed/given/events.js'
import { race, wonTwice } from '../../../testbed/stores/races.js'
import type { Given } from './fixture.js'

export function sharing(given: Given): void {
  test('what one handle appended, another reads immediately', async () => {
    const { store, second } = given()
    const other = await second()
    for (let number = 0; number < 50; number++) {
      const { position } = await store.append('a-1', [newEvent({ number })], {
        expected: number === 0 ? 'no_stream' : BigInt(number - 1),
      })
      expect(await other.head()).toBe(position)
      expect(await collect(other.readStream('a-1', { from: BigInt(number) }))).toHaveLength(1)
    }
  })

  test('an exact revision is won once; who lost it can read what it lost to', async () => {
    const { store, second } = given()
    const handles = [store, await second(), await second()]
    expect(await race(handles, 60)).toEqual({ races: 60, notOnce: 0, unread: 0 })
    expect(await wonTwice(store)).toEqual({ events: 60, wonTwice: 0 })
  })

  test('two handles append in turns, and subscribers of both see one log without gaps', async () => {
    const { store, second } = given()
    const other = await second()
    const aborting = new AbortController()
    const watching = [store, other].map((handle) =>
      follow(handle.subscribe({ after: START, signal: aborting.signal }), 400),
    )
    const writing = async (handle: typeof store) => {
      for (let number = 0; number < 200; number++) await handle.append('a-1', newEvents(1, number), { expected: 'any' })
    }
    await Promise.all([writing(store), writing(other)])
    const [one, two] = await Promise.all(watching)
    aborting.abort()
    expect(one).toEqual(two)
    expect(one!.map(({ revision }) => Number(revision))).toEqual(Array.from({ length: 400 }, (_, index) => index))
    expect(await collect(store.readAll())).toEqual(one)
  })

  test('a waiting subscriber receives the append of another handle', async () => {
    const { store, second } = given()
    const other = await second()
    const seen = follow(store.subscribe({ after: await store.head(), signal: new AbortController().signal }), 1)
    await new Promise((resolve) => setTimeout(resolve, 30))
    await other.append('a-1', newEvents(1, 7), { expected: 'any' })
    expect(numbersOf(await seen)).toEqual([7])
  })
}
