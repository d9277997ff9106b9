// Contract of event stores: subscriptions miss nothing and repeat nothing.
import { expect, test } from '@jest/globals'
import type { Recorded } from '../../../src/kernel/envelope.js'
import type { Slice } from '../../../src/kernel/ports/eventStore.js'
import { START } from '../../../src/kernel/position.js'
import { collect, follow, newEvent, newEvents, numbersOf } from '../../../testbed/given/events.js'
import type { Given } from './fixture.js'

const forever = () => new AbortController().signal

export function subscribing(given: Given): void {
  const append = async (count: number, from = 0, perAppend = 250) => {
    const events = newEvents(count, from)
    for (let at = 0; at < count; at += perAppend) {
      await given().store.append('a-1', events.slice(at, at + perAppend), { expected: 'any' })
    }
  }
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

  test('from START receives the whole log and later events, in order, once', async () => {
    await append(1_300)
    const seen = follow(given().store.subscribe({ after: START, signal: forever() }), 1_500)
    await append(200, 1_300, 1)
    expect(numbersOf(await seen)).toEqual(range(0, 1_500))
  })

  test('from the middle starts after that position', async () => {
    await append(300)
    const { store } = given()
    const middle = (await collect(store.readAll({ limit: 100 }))).at(-1)!.position
    expect(numbersOf(await follow(store.subscribe({ after: middle, signal: forever() }), 200))).toEqual(range(100, 300))
  })

  test('from the head receives only later events', async () => {
    await append(10)
    const { store } = given()
    const seen = follow(store.subscribe({ after: await store.head(), signal: forever() }), 5)
    await append(5, 10)
    expect(numbersOf(await seen)).toEqual(range(10, 15))
  })

  test('to an empty log reports immediately that it has caught up', async () => {
    const slices = given().store.subscribe({ after: START, signal: forever() })[Symbol.asyncIterator]()
    expect(await slices.next()).toEqual({
      done: false,
      value: { events: [], position: START, caughtUp: true, bytes: 0 },
    })
    await slices.return?.()
  })

  test('delivers slices of at most 1,000, of which only the last reports that it has caught up', async () => {
    await append(2_100)
    const slices: Slice[] = []
    for await (const slice of given().store.subscribe({ after: START, signal: forever() })) {
      slices.push(slice)
      if (slice.caughtUp) break
    }
    expect(Math.max(...slices.map(({ events }) => events.length))).toBeLessThanOrEqual(1_000)
    expect(slices.map(({ caughtUp }) => caughtUp)).toEqual(slices.map((_, index) => index === slices.length - 1))
    let at = START
    for (const { events, position } of slices) {
      at = events.at(-1)?.position ?? at
      expect(position).toBe(at)
    }
    expect(slices.at(-1)!.position).toBe(await given().store.head())
  })

  test('to some types misses none, whether it is slow, fast or late, and whatever the others subscribe to', async () => {
    const { store } = given()
    const types = ['One', 'Two', 'Three']
    const all = forever()
    const typed = (type: string) => new Set([type])
    const slow = store.subscribe({ after: START, types: typed('One'), signal: all })[Symbol.asyncIterator]()
    await slow.next()
    const everything = follow(store.subscribe({ after: START, signal: all }), 600)
    const fast = follow(store.subscribe({ after: START, types: typed('Two'), signal: all }), 200)
    for (let number = 0; number < 600; number++) {
      await store.append(`a-${number % 7}`, [newEvent({ number }, types[number % 3])], { expected: 'any' })
    }
    const ofType = (kind: number) => range(0, 200).map((each) => each * 3 + kind)
    expect(numbersOf(await everything)).toEqual(range(0, 600))
    expect(numbersOf(await fast)).toEqual(ofType(1))
    expect(numbersOf(await follow({ [Symbol.asyncIterator]: () => slow }, 200))).toEqual(ofType(0))
    const late = store.subscribe({ after: START, types: typed('Three'), signal: all })
    expect(numbersOf(await follow(late, 200))).toEqual(ofType(2))
  })

  test('to some types advances past events of other types', async () => {
    const { store } = given()
    await append(1_200)
    await store.append('a-1', [newEvent({ number: -1 }, 'Rare')], { expected: 'any' })
    await append(5)
    const found: Recorded[] = []
    let position = START
    for await (const slice of store.subscribe({ after: START, types: new Set(['Rare']), signal: forever() })) {
      expect(slice.position >= position).toBe(true)
      position = slice.position
      found.push(...slice.events)
      if (slice.caughtUp) break
    }
    expect(numbersOf(found)).toEqual([-1])
    expect(position).toBe(await store.head())
  })

  test('to some types receives those that are appended later too', async () => {
    const { store } = given()
    const seen = follow(store.subscribe({ after: START, types: new Set(['Rare']), signal: forever() }), 3)
    for (const number of range(0, 3)) {
      await append(20)
      await store.append('a-1', [newEvent({ number }, 'Rare')], { expected: 'any' })
    }
    expect(numbersOf(await seen)).toEqual([0, 1, 2])
  })

  test('reads no further ahead than it is consumed', async () => {
    await append(1_500)
    const slices = given().store.subscribe({ after: START, signal: forever() })[Symbol.asyncIterator]()
    const first = await slices.next()
    await append(1_500, 1_500)
    expect(first.value.caughtUp).toBe(false)
    const events = [...first.value.events]
    while (events.length < 3_000) events.push(...(await slices.next()).value.events)
    await slices.return?.()
    expect(numbersOf(events)).toEqual(range(0, 3_000))
  })

  test('delivers an event only once it can be read', async () => {
    const { store } = given()
    const aborting = new AbortController()
    const watching = (async () => {
      for await (const { events } of store.subscribe({ after: START, signal: aborting.signal })) {
        for (const event of events) {
          const read = await collect(store.readStream(event.stream, { from: event.revision, limit: 1 }))
          expect(read).toEqual([event])
        }
        if (events.at(-1)?.revision === 199n) return
      }
    })()
    await append(200, 0, 1)
    await watching
    aborting.abort()
  })

  test('after an invalid position is a RangeError', async () => {
    for (const after of ['', '5', 'x'.repeat(32), `${START}0`]) {
      const slices = given().store.subscribe({ after, signal: forever() })[Symbol.asyncIterator]()
      await expect(slices.next()).rejects.toThrow(RangeError)
    }
  })

  test('ends when it is aborted: while it waits, before it starts, and between slices', async () => {
    const { store } = given()
    await append(1_500)
    const ends = async (after: string, abort: (aborting: AbortController, slices: number) => void) => {
      const aborting = new AbortController()
      abort(aborting, 0)
      let slices = 0
      for await (const _ of store.subscribe({ after, signal: aborting.signal })) abort(aborting, ++slices)
      return slices
    }
    const head = await store.head()
    expect(await ends(head, (aborting, slices) => slices === 1 && setTimeout(() => aborting.abort(), 20))).toBe(1)
    expect(await ends(START, (aborting) => aborting.abort())).toBe(0)
    expect(await ends(START, (aborting, slices) => slices === 1 && aborting.abort())).toBe(1)
  })

  test('delivers everything to each of many subscribers', async () => {
    const { store } = given()
    const everyone = range(0, 20).map((index) =>
      follow(store.subscribe({ after: START, signal: forever() }), 300 + (index % 2)),
    )
    await append(301, 0, 7)
    for (const events of await Promise.all(everyone)) expect(numbersOf(events).slice(0, 300)).toEqual(range(0, 300))
  })
}
