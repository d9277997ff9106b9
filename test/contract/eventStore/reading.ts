// Contract of event stores: reads of streams and of the whole log.
import { expect, test } from '@jest/globals'
import { START } from '../../../src/kernel/position.js'
import { collect, newEvent, newEvents, numbersOf } from '../../../testbed/given/events.js'
import type { Given } from './fixture.js'

export function reading(given: Given): void {
  const filled = async (count: number) => {
    const { store } = given()
    const events = newEvents(count)
    for (let at = 0; at < count; at += 100) await store.append('a-1', events.slice(at, at + 100), { expected: 'any' })
    return store
  }
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

  test('a missing stream returns nothing', async () => {
    expect(await collect(given().store.readStream('a-none'))).toEqual([])
    expect(await collect(given().store.readStream('a-none', { backwards: true, from: 5n }))).toEqual([])
  })

  test('many streams tells which of them exist, whichever process created them and however recently', async () => {
    const { store, second } = given()
    const other = await second()
    expect(await store.exist([])).toEqual([])
    expect(await store.exist(['a-1', 'a-2'])).toEqual([false, false])
    await store.append('a-1', newEvents(1), { expected: 'no_stream' })
    await other.append('a-3', newEvents(40), { expected: 'any' })
    expect(await store.exist(['a-1', 'a-2', 'a-3', 'a-1'])).toEqual([true, false, true, true])
  })

  test('a stream starts forwards from any revision', async () => {
    const store = await filled(150)
    expect(numbersOf(await collect(store.readStream('a-1')))).toEqual(range(0, 150))
    for (const from of [0, 1, 31, 32, 33, 63, 64, 100, 149]) {
      expect(numbersOf(await collect(store.readStream('a-1', { from: BigInt(from) })))).toEqual(range(from, 150))
    }
    for (const from of [150n, 2n ** 63n, 2n ** 70n, -1n]) {
      expect(await collect(store.readStream('a-1', { from }))).toEqual([])
    }
  })

  test('a stream starts backwards from its end or from any revision', async () => {
    const store = await filled(150)
    expect(numbersOf(await collect(store.readStream('a-1', { backwards: true })))).toEqual(range(0, 150).reverse())
    for (const from of [0, 1, 32, 64, 149]) {
      const events = await collect(store.readStream('a-1', { backwards: true, from: BigInt(from) }))
      expect(numbersOf(events)).toEqual(range(0, from + 1).reverse())
    }
    for (const from of [150n, 9_999n, 2n ** 70n]) {
      expect(await collect(store.readStream('a-1', { backwards: true, from }))).toHaveLength(150)
    }
  })

  test('stops at the limit', async () => {
    const store = await filled(150)
    expect(numbersOf(await collect(store.readStream('a-1', { from: 30n, limit: 5 })))).toEqual(range(30, 35))
    expect(numbersOf(await collect(store.readStream('a-1', { backwards: true, limit: 1 })))).toEqual([149])
    expect(numbersOf(await collect(store.readAll({ limit: 7 })))).toEqual(range(0, 7))
    expect(await collect(store.readAll({ limit: 0 }))).toEqual([])
    expect(await collect(store.readStream('a-1', { limit: 0 }))).toEqual([])
  })

  test('a stream finds its own events only', async () => {
    const { store } = given()
    const streams = ['a-1', 'a-11', 'a-', 'A-1', 'a-1 ']
    for (const stream of streams) await store.append(stream, [newEvent({ stream })], { expected: 'no_stream' })
    for (const stream of streams) {
      expect((await collect(store.readStream(stream))).map((event) => [event.stream, event.data])).toEqual([
        [stream, { stream }],
      ])
    }
  })

  test('all events follows the order of positions, which sort as text', async () => {
    const { store } = given()
    for (let round = 0; round < 30; round++) {
      await Promise.all(range(0, 20).map((stream) => store.append(`a-${stream}`, newEvents(1), { expected: 'any' })))
    }
    const positions = (await collect(store.readAll())).map(({ position }) => position)
    expect(positions).toHaveLength(600)
    expect(positions).toEqual([...new Set(positions)].sort())
    expect(positions[0]! > START).toBe(true)
    expect(await store.head()).toBe(positions.at(-1))
  })

  test('all events starts after a position', async () => {
    const store = await filled(250)
    const events = await collect(store.readAll())
    for (const index of [0, 99, 100, 248]) {
      expect(await collect(store.readAll({ after: events[index]!.position }))).toEqual(events.slice(index + 1))
    }
    expect(await collect(store.readAll({ after: events.at(-1)!.position }))).toEqual([])
    expect(await collect(store.readAll({ after: 'f'.repeat(32) }))).toEqual([])
  })

  test('all events of some types omits the others, and still fills the limit', async () => {
    const { store } = given()
    const types = ['Rare', 'Common', 'Strange"\\Type', 'Ünïcödé']
    for (let number = 0; number < 1_300; number += 50) {
      const events = range(number, number + 50).map((at) =>
        newEvent({ number: at }, at % 650 === 649 ? 'Rare' : types[1 + (at % 3)]!),
      )
      await store.append('a-1', events, { expected: 'any' })
    }
    const ofTypes = async (...wanted: string[]) => collect(store.readAll({ types: new Set(wanted) }))
    expect(numbersOf(await ofTypes('Rare'))).toEqual([649, 1_299])
    expect(await ofTypes('Strange"\\Type')).toHaveLength(432)
    expect((await ofTypes('Ünïcödé', 'Rare')).every(({ type }) => type === 'Rare' || type === 'Ünïcödé')).toBe(true)
    expect(await ofTypes('Other')).toEqual([])
    expect(await ofTypes()).toEqual([])
    expect(numbersOf(await collect(store.readAll({ types: new Set(['Rare']), limit: 1 })))).toEqual([649])
  })

  test('all events of a type omits types that merely begin with its name', async () => {
    const { store } = given()
    const types = ['Rare', 'Rarest', 'R', 'rare', 'Rar.', 'Rare ']
    await store.append(
      'a-1',
      types.map((type) => newEvent({}, type)),
      { expected: 'any' },
    )
    for (const type of types) {
      expect((await collect(store.readAll({ types: new Set([type]) }))).map((event) => event.type)).toEqual([type])
    }
  })

  test('events of 100 KiB returns each of them unchanged', async () => {
    const { store } = given()
    const text = 'x'.repeat(100 * 1024)
    for (let number = 0; number < 40; number++) {
      await store.append('a-1', [newEvent({ number, text })], { expected: 'any' })
    }
    expect(numbersOf(await collect(store.readAll()))).toEqual(range(0, 40))
    expect(numbersOf(await collect(store.readStream('a-1', { backwards: true })))).toEqual(range(0, 40).reverse())
  })

  test('more than a page returns everything', async () => {
    const store = await filled(2_100)
    expect(numbersOf(await collect(store.readAll()))).toEqual(range(0, 2_100))
    expect(numbersOf(await collect(store.readStream('a-1')))).toEqual(range(0, 2_100))
    expect(numbersOf(await collect(store.readStream('a-1', { backwards: true })))).toEqual(range(0, 2_100).reverse())
  })

  test('yields to the event loop', async () => {
    const store = await filled(2_100)
    let turns = 0
    let reading = true
    const count = () => {
      turns++
      if (reading) setImmediate(count)
    }
    setImmediate(count)
    await collect(store.readAll())
    reading = false
    expect(turns).toBeGreaterThanOrEqual(2)
  })

  test('throws when it is aborted, so that a part is not mistaken for the whole', async () => {
    const store = await filled(1_200)
    const aborting = new AbortController()
    const read = async () => {
      for await (const event of store.readAll({ signal: aborting.signal })) {
        if (event.revision === 10n) aborting.abort(new Error('enough'))
      }
    }
    await expect(read()).rejects.toThrow('enough')
    const aborted = AbortSignal.abort(new Error('never started'))
    await expect(collect(store.readStream('a-1', { signal: aborted }))).rejects.toThrow('never started')
  })

  test('can stop in the middle', async () => {
    const store = await filled(200)
    for await (const event of store.readAll()) if (event.revision === 50n) break
    await store.append('a-1', newEvents(1), { expected: 199n })
    expect(await collect(store.readStream('a-1'))).toHaveLength(201)
  })

  test('after an invalid position is a RangeError', async () => {
    for (const after of ['', '5', 'x'.repeat(32), `${START}0`]) {
      await expect(async () => collect(given().store.readAll({ after }))).rejects.toThrow(RangeError)
    }
  })
}
