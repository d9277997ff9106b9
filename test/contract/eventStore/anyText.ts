import { expect, test } from '@jest/globals'
import { collect, newEvent, newEvents } from '../../../testbed/given/events.js'
import type { Given } from './fixture.js'

/** Additional promises of a store that keeps any names, and does not deduplicate by id. */
export function anyText(given: Given): void {
  test('keeps names that are not Unicode, are empty, or resemble streams of other stores', async () => {
    const { store } = given()
    const names = ['\u0000', '\ud800', '\udc00', '', '$all']
    for (const name of names) await store.append(name, [newEvent({ name }, name)], { expected: 'no_stream' })
    expect((await collect(store.readAll())).map(({ stream, type }) => [stream, type])).toEqual(
      names.map((name) => [name, name]),
    )
    for (const name of names) {
      expect((await collect(store.readStream(name))).map(({ data }) => data)).toEqual([{ name }])
    }
  })

  test('distinguishes long stream names that differ in their last character', async () => {
    const { store } = given()
    const name = 'x'.repeat(100_000)
    for (const last of 'abc') await store.append(name + last, [newEvent({ last })], { expected: 'no_stream' })
    for (const last of 'abc') expect((await collect(store.readStream(name + last)))[0]!.data).toEqual({ last })
  })

  test('adds the same event again when it is appended with `any`', async () => {
    const { store } = given()
    const events = newEvents(1)
    await store.append('a-1', events, { expected: 'any' })
    expect((await store.append('a-1', events, { expected: 'any' })).revision).toBe(1n)
  })
}
