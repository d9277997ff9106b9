// The contract of event stores, by subject: whole for an adapter, in parts for another setting of one.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { newEvent } from '../../testbed/given/events.js'
import { appending } from './eventStore/appending.js'
import { fidelity } from './eventStore/fidelity.js'
import type { EventStoreFixture, Given } from './eventStore/fixture.js'
import { identity } from './eventStore/identity.js'
import { reading } from './eventStore/reading.js'
import { sharing } from './eventStore/sharing.js'
import { subscribing } from './eventStore/subscribing.js'
import { time } from './eventStore/time.js'

/** Promises about one subject. */
type Chapter = (given: Given) => void

const CHAPTERS: { readonly [subject: string]: Chapter } = {
  appending,
  reading,
  'what was appended': fidelity,
  time,
  subscribing,
  'at a position': identity,
  'sharing a log': sharing,
  'a store': opening,
}

/**
 * What the rest of the system requires of a log.
 * @param own additional promises of this adapter
 */
export function eventStoreContract(
  adapter: string,
  make: () => Promise<EventStoreFixture>,
  own: { readonly [subject: string]: Chapter } = {},
): void {
  eventStoreChapters(adapter, make, { ...CHAPTERS, ...own })
}

/** Some of it, for an adapter that fulfils the whole with another setting. */
export function eventStoreChapters(
  adapter: string,
  make: () => Promise<EventStoreFixture>,
  chapters: { readonly [subject: string]: Chapter },
): void {
  describe(`event store: ${adapter}`, () => {
    let fixture: EventStoreFixture
    beforeEach(async () => {
      fixture = await make()
    })
    afterEach(() => fixture.dispose())
    describe.each(Object.entries(chapters))('%s', (_, promises) => promises(() => fixture))
  })
}

export function opening(given: Given): void {
  test('is ready when open', async () => {
    await expect(given().store.ready()).resolves.toBeUndefined()
  })

  test('rejects calls when closed', async () => {
    const { store } = given()
    await store.append('a-1', [newEvent()], { expected: 'any' })
    await store.close()
    const nothing = { signal: new AbortController().signal, after: '0'.repeat(32) }
    const attempts = [
      () => store.append('a-1', [newEvent()], { expected: 'any' }),
      () => store.exist(['a-1']),
      () => store.readStream('a-1')[Symbol.asyncIterator]().next(),
      () => store.readAll()[Symbol.asyncIterator]().next(),
      () => store.subscribe(nothing)[Symbol.asyncIterator]().next(),
      () => store.head(),
      () => store.eventAt('1'.padStart(32, '0')),
      () => store.positionAt(Date.now()),
      () => store.ready(),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(StoreUnavailable)
  })

  test('finishes accepted appends before it closes', async () => {
    const { store, second } = given()
    const other = await second()
    const appends = Array.from({ length: 50 }, () => store.append('a-1', [newEvent()], { expected: 'any' }))
    await store.close()
    await expect(Promise.all(appends)).resolves.toHaveLength(50)
    expect(await other.head()).toBe((await Promise.all(appends)).at(-1)!.position)
  })

  test('can be closed twice', async () => {
    await given().store.close()
    await expect(given().store.close()).resolves.toBeUndefined()
  })
}
