// Contract of event stores: appends, conflicts and repetitions.
import { expect, test } from '@jest/globals'
import { ConcurrencyConflict, type ExpectedRevision, MAX_APPEND_BYTES } from '../../../src/kernel/ports/eventStore.js'
import { isPosition } from '../../../src/kernel/position.js'
import { collect, newEvent, newEvents, numbersOf } from '../../../testbed/given/events.js'
import type { Given } from './fixture.js'

export function appending(given: Given): void {
  const refused = async (expected: ExpectedRevision, stream = 'a-1') => {
    const error: unknown = await given()
      .store.append(stream, [newEvent()], { expected })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ConcurrencyConflict)
    return error as ConcurrencyConflict
  }

  test('returns the revision and the position of the last event', async () => {
    const { store } = given()
    const first = await store.append('a-1', newEvents(3), { expected: 'no_stream' })
    expect(first.revision).toBe(2n)
    expect(isPosition(first.position)).toBe(true)
    const second = await store.append('a-1', newEvents(1), { expected: 2n })
    expect(second.revision).toBe(3n)
    expect(second.position > first.position).toBe(true)
    const events = await collect(store.readStream('a-1'))
    expect(events.map(({ revision }) => revision)).toEqual([0n, 1n, 2n, 3n])
    expect(events.at(-1)!.position).toBe(second.position)
  })

  test('to an existing stream is refused for no_stream, and reports its revision', async () => {
    await given().store.append('a-1', newEvents(2), { expected: 'any' })
    expect(await refused('no_stream')).toMatchObject({ stream: 'a-1', expected: 'no_stream', actual: 1n })
  })

  test('to a missing stream is refused for any revision', async () => {
    expect(await refused(0n)).toMatchObject({ expected: 0n, actual: 'no_stream' })
    for (const expected of [-1n, 2n ** 63n, 2n ** 64n - 1n]) {
      expect(await refused(expected)).toMatchObject({ expected, actual: 'no_stream' })
    }
  })

  test('at a revision that is not the last one is refused', async () => {
    await given().store.append('a-1', newEvents(3), { expected: 'any' })
    for (const expected of [0n, 1n, 3n, 2n ** 62n, 2n ** 64n, -1n])
      expect(await refused(expected)).toMatchObject({ actual: 2n })
  })

  test('leaves nothing behind when it is refused', async () => {
    const { store } = given()
    await store.append('a-1', newEvents(1), { expected: 'any' })
    const head = await store.head()
    await refused('no_stream')
    expect(await store.head()).toBe(head)
    expect(await collect(store.readAll())).toHaveLength(1)
  })

  test('the same events again at an exact revision returns the same result', async () => {
    const { store } = given()
    const events = newEvents(3)
    const first = await store.append('a-1', events, { expected: 'no_stream' })
    const next = newEvents(2, 3)
    const second = await store.append('a-1', next, { expected: 2n })
    await store.append('a-1', newEvents(1, 5), { expected: 'any' })
    expect(await store.append('a-1', events, { expected: 'no_stream' })).toEqual(first)
    expect(await store.append('a-1', next, { expected: 2n })).toEqual(second)
    expect(await collect(store.readStream('a-1'))).toHaveLength(6)
  })

  test('the same events again, from another handle and after others have followed, adds nothing', async () => {
    const { store, second } = given()
    const other = await second()
    const events = newEvents(3)
    const first = await store.append('a-1', events, { expected: 'no_stream' })
    await store.append('a-1', newEvents(400, 3), { expected: 2n })
    expect(await other.append('a-1', events, { expected: 'no_stream' })).toEqual(first)
    expect(await other.append('a-1', newEvents(1), { expected: 402n })).toMatchObject({ revision: 403n })
    expect(await collect(store.readStream('a-1'))).toHaveLength(404)
  })

  test('the same events again concurrently adds them once', async () => {
    const { store } = given()
    const events = newEvents(2)
    const [one, other] = await Promise.all([
      store.append('a-1', events, { expected: 'no_stream' }),
      store.append('a-1', events, { expected: 'no_stream' }),
    ])
    expect(other).toEqual(one)
    expect(await collect(store.readStream('a-1'))).toHaveLength(2)
  })

  test('only some of the same events again is a conflict', async () => {
    const { store } = given()
    const [first, second, third] = newEvents(3)
    await store.append('a-1', [first!, second!], { expected: 'no_stream' })
    for (const events of [
      [first!, third!],
      [second!, first!],
      [first!, second!, third!],
    ]) {
      await expect(store.append('a-1', events, { expected: 'no_stream' })).rejects.toThrow(ConcurrencyConflict)
    }
  })

  test('by one caller to one stream keeps the order of the calls', async () => {
    const { store } = given()
    await Promise.all(newEvents(500).map((event) => store.append('a-1', [event], { expected: 'any' })))
    expect(numbersOf(await collect(store.readStream('a-1')))).toEqual(newEvents(500).map((_, index) => index))
  })

  test("by 100 concurrent callers loses nothing, duplicates nothing, and keeps each caller's order", async () => {
    const { store } = given()
    const caller = async (name: number) => {
      for (let number = 0; number < 10; number++) {
        await store.append(`a-${number % 2 ? 'shared' : name}`, [newEvent({ name, number })], { expected: 'any' })
      }
    }
    await Promise.all(Array.from({ length: 100 }, (_, name) => caller(name)))
    const events = await collect(store.readAll())
    expect(events).toHaveLength(1_000)
    expect(new Set(events.map(({ id }) => id)).size).toBe(1_000)
    for (let name = 0; name < 100; name++) {
      const own = events.filter(({ data }) => (data as { name: number }).name === name)
      expect(numbersOf(own)).toEqual(Array.from({ length: 10 }, (_, number) => number))
    }
    const revisions = (await collect(store.readStream('a-shared'))).map(({ revision }) => Number(revision))
    expect(revisions).toEqual(Array.from({ length: 500 }, (_, revision) => revision))
  })

  test('by concurrent callers to one stream returns to each the revision of its own last event', async () => {
    const { store } = given()
    const sizes = Array.from({ length: 60 }, (_, index) => 1 + (index % 3))
    const appended = await Promise.all(
      sizes.map(async (size) => {
        const events = newEvents(size)
        return { last: events.at(-1)!.id, ...(await store.append('a-1', events, { expected: 'any' })) }
      }),
    )
    const events = await collect(store.readStream('a-1'))
    expect(events).toHaveLength(120)
    for (const { last, revision, position } of appended) {
      const own = events[Number(revision)]!
      expect(own.id).toBe(last)
      // It is not before the caller's own event, and may be that of another caller's later one.
      expect(position >= own.position).toBe(true)
    }
  })

  test('by concurrent callers is refused for the one whose events are too large', async () => {
    const { store } = given()
    const sizes = [1, 200, 200, 600, 200, 1]
    const outcomes = await Promise.allSettled(
      sizes.map((size) => store.append('a-1', [newEvent({ text: 'x'.repeat(size * 1024) })], { expected: 'any' })),
    )
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, true, true])
    const lengths = (await collect(store.readStream('a-1'))).map(({ data }) => (data as { text: string }).text.length)
    expect(lengths).toEqual([1, 200, 200, 200, 1].map((size) => size * 1024))
  })

  test('at one revision lets exactly one of 50 concurrent callers win', async () => {
    const { store } = given()
    await store.append('a-1', newEvents(1), { expected: 'any' })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => store.append('a-1', [newEvent()], { expected: 0n })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('does not affect concurrent appends when it is refused', async () => {
    const { store } = given()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        store.append(`a-${index}`, [newEvent()], { expected: index % 2 ? 'any' : 0n }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await collect(store.readAll())).toHaveLength(10)
  })

  test('several events writes all or none, contiguously', async () => {
    const { store } = given()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.append(`a-${index % 3}`, newEvents(7), { expected: 'any' })),
    )
    const numbers = numbersOf(await collect(store.readAll()))
    expect(numbers).toEqual(Array.from({ length: 140 }, (_, index) => index % 7))
  })

  test('an empty list is a RangeError', async () => {
    await expect(given().store.append('a-1', [], { expected: 'any' })).rejects.toThrow(RangeError)
  })

  test('accepts events of 500 KiB in all, and refuses more than 512 KiB', async () => {
    const { store } = given()
    const text = 'x'.repeat(250 * 1024)
    await store.append('a-1', [newEvent({ text }), newEvent({ text })], { expected: 'any' })
    const tooMuch = [newEvent({ text: 'x'.repeat(MAX_APPEND_BYTES) })]
    await expect(store.append('a-1', tooMuch, { expected: 'any' })).rejects.toThrow(RangeError)
    const manyBytes = [newEvent({ text: '€'.repeat(MAX_APPEND_BYTES / 3) })]
    await expect(store.append('a-1', manyBytes, { expected: 'any' })).rejects.toThrow(RangeError)
    expect(await collect(store.readAll())).toHaveLength(2)
  })
}
