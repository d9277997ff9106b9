// The window of newest slices that subscribers share.
import { describe, expect, test } from '@jest/globals'
import { createWindow } from '../../src/eventing/subscription/window.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import type { Slice } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { at } from '../../testbed/stores/documents.js'

/** A slice of the events from `first` to `last`, of ten bytes each. */
const slice = (first: number, last: number, caughtUp = true, type = 'Happened'): Slice => {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const events = numbers.map((number) => ({ type, position: at(number) }) as Recorded)
  return { events, position: at(last), caughtUp, bytes: 10 * events.length }
}
const placesIn = (taken: Slice | undefined) => taken?.events.map(({ position }) => position)

describe('a window', () => {
  test('merges what a reader has not taken into one slice', () => {
    const window = createWindow(START)
    const reader = window.join()
    window.push(slice(1, 1))
    window.push(slice(2, 4))
    expect(reader.take()).toEqual({ ...slice(1, 4), bytes: 40 })
    expect(reader.take()).toBeUndefined()
  })

  test('says that a reader has caught up only with its newest slice', () => {
    const window = createWindow(START)
    const reader = window.join()
    window.push(slice(1, 900))
    window.push(slice(901, 1_100))
    expect(reader.take()).toMatchObject({ position: at(900), caughtUp: false })
    expect(reader.hasMore()).toBe(true)
    expect(reader.take()).toMatchObject({ position: at(1_100), caughtUp: true })
    expect(reader.hasMore()).toBe(false)
    window.push(slice(1_101, 1_101, false))
    expect(reader.take()).toMatchObject({ caughtUp: false })
  })

  test('advances a reader past events of other types', () => {
    const window = createWindow(START)
    const reader = window.join(new Set(['Rare']))
    window.push(slice(1, 5))
    window.push(slice(6, 6, true, 'Rare'))
    window.push(slice(7, 8))
    const taken = reader.take()
    expect(taken?.position).toBe(at(8))
    expect(placesIn(taken)).toEqual([at(6)])
  })

  test.each([
    ['events', 10, 1_000_000],
    ['bytes', 1_000_000, 100],
  ])('full of %s evicts the readers that are too far behind, and no other', (_, maxEvents, maxBytes) => {
    const window = createWindow(START, maxEvents, maxBytes)
    const [slow, quick] = [window.join(), window.join()]
    for (let place = 1; place <= 10; place++) window.push(slice(place, place))
    expect(placesIn(quick.take())).toHaveLength(10)
    expect([slow.isEvicted(), quick.isEvicted()]).toEqual([false, false])
    window.push(slice(11, 11))
    expect([slow.isEvicted(), quick.isEvicted()]).toEqual([true, false])
    expect(placesIn(quick.take())).toEqual([at(11)])
  })

  test('keeps the newest slice, however large it is', () => {
    const window = createWindow(START, 10, 100)
    const reader = window.join()
    window.push(slice(1, 50))
    expect(placesIn(reader.take())).toHaveLength(50)
  })

  test('drops a slice once every reader has taken it, or has left', () => {
    const window = createWindow(START, 10, 1_000)
    const [one, other] = [window.join(), window.join()]
    window.push(slice(1, 1))
    window.push(slice(2, 2))
    one.take()
    expect(window.kept()).toBe(2)
    other.take()
    expect(window.kept()).toBe(0)
    window.push(slice(3, 3))
    one.take()
    expect(window.kept()).toBe(1)
    other.leave()
    expect(window.kept()).toBe(0)
  })

  test('starts a reader at its position', () => {
    const window = createWindow(START)
    window.push(slice(1, 7))
    const reader = window.join()
    expect(reader.from).toBe(at(7))
    window.push(slice(8, 8))
    expect(placesIn(reader.take())).toEqual([at(8)])
  })
})
