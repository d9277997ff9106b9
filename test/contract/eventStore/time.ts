// Contract of event stores: times of events, and positions by time.
import { expect, test } from '@jest/globals'
import { START } from '../../../src/kernel/position.js'
import { collect, newEvents } from '../../../testbed/given/events.js'
import type { Given } from './fixture.js'

/** Promises of any store whose clock only moves forwards. */
export function time(given: Given): void {
  const appendOverTime = async () => {
    const { store, forward } = given()
    for (const [milliseconds, count] of [
      [0, 1],
      [30, 3],
      [1, 1],
      [40, 1],
    ] as const) {
      await forward(milliseconds)
      await store.append('a-1', newEvents(count), { expected: 'any' })
    }
    return collect(store.readAll())
  }

  test('is ISO 8601 in UTC with milliseconds, and never goes backwards', async () => {
    const times = (await appendOverTime()).map(({ recordedAt }) => recordedAt)
    for (const text of times) expect(new Date(text).toISOString()).toBe(text)
    expect(times).toEqual([...times].sort())
    expect(Date.parse(times.at(-1)!) - Date.parse(times[0]!)).toBeGreaterThanOrEqual(71)
  })

  test('of an event is the same however it is read', async () => {
    const events = await appendOverTime()
    const { store } = given()
    expect(await collect(store.readStream('a-1'))).toEqual(events)
    const other = await given().second()
    expect(await collect(other.readAll())).toEqual(events)
  })

  test('resolves to the last position recorded at or before it', async () => {
    const { store } = given()
    expect(await store.positionAt(Date.now() + 1e9)).toBe(START)
    const events = await appendOverTime()
    const times = events.map(({ recordedAt }) => Date.parse(recordedAt))
    const instants = times.flatMap((at) => [at - 1, at, at + 1]).concat(1e15, 0, -1)
    // Twice: a cached result may be found in another way.
    for (const at of [...instants, ...instants.reverse()]) {
      const last = events.findLast(({ recordedAt }) => Date.parse(recordedAt) <= at)
      expect([at, await store.positionAt(at)]).toEqual([at, last?.position ?? START])
    }
  })

  test('resolves far back in a long log', async () => {
    const { store, forward } = given()
    const between: string[] = []
    for (let round = 0; round < 2; round++) {
      await store.append('a-1', newEvents(1_100), { expected: 'any' })
      await forward(10)
      const { position } = await store.append('a-1', newEvents(1), { expected: 'any' })
      between.push(position)
      await forward(10)
    }
    const events = await collect(store.readAll())
    for (const position of between) {
      const at = Date.parse(events.find((event) => event.position === position)!.recordedAt)
      expect(await store.positionAt(at)).toBe(position)
    }
  })

  test('is no longer searched for when its caller aborts; other callers get it, then and later', async () => {
    const events = await appendOverTime()
    const { store } = given()
    const [first] = events
    const at = Date.parse(first!.recordedAt)
    const gone = new Error('gone')
    await expect(store.positionAt(at, { signal: AbortSignal.abort(gone) })).rejects.toBe(gone)
    const aborting = new AbortController()
    const pending = [store.positionAt(at, aborting), store.positionAt(at), store.positionAt(at, { signal: forever() })]
    aborting.abort(gone)
    // It is undefined whether it was found before.
    const left = await pending[0]!.catch((error: unknown) => error)
    expect([gone, first!.position]).toContain(left)
    expect(await Promise.all(pending.slice(1))).toEqual([first!.position, first!.position])
    expect(await store.positionAt(at)).toBe(first!.position)
  })

  test('the head of an empty log is START', async () => {
    expect(await given().store.head()).toBe(START)
  })
}

const forever = () => new AbortController().signal
