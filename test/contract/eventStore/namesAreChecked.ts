import { expect, test } from '@jest/globals'
import { collect, newEvent } from '../../../testbed/given/events.js'
import type { Given } from './fixture.js'

/** Additional promises of a store that reserves names starting with $ and encodes all others as UTF-8. */
export function namesAreChecked(given: Given): void {
  const names = ['', '$', '$all', '\ud800', 'a\udc00']

  test('that cannot be stored are refused, for streams and types', async () => {
    const { store } = given()
    for (const name of names) {
      await expect(store.append(name, [newEvent()], { expected: 'any' })).rejects.toThrow(RangeError)
      await expect(store.append('a-1', [newEvent({}, name)], { expected: 'any' })).rejects.toThrow(RangeError)
    }
    expect(await collect(store.readAll())).toEqual([])
  })

  test('that cannot be stored are never found', async () => {
    const { store } = given()
    await store.append('a-1', [newEvent({}, 'A')], { expected: 'any' })
    for (const name of names) {
      expect(await collect(store.readStream(name))).toEqual([])
      expect(await collect(store.readAll({ types: new Set([name]) }))).toEqual([])
      expect(await collect(store.readAll({ types: new Set([name, 'A']) }))).toHaveLength(1)
    }
  })
}
