// An event that cannot be read stops its readers until an operator sets it aside: then every process passes over it.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { closeEnvironment, openEnvironment } from '../../src/adapters/lmdb/environment.js'
import { createHandle } from '../../src/eventing/handle.js'
import { createSetAside, listSetAside, withSetAside } from '../../src/eventing/setAside.js'
import { systemClock } from '../../src/kernel/clock.js'
import { silentLog } from '../../src/kernel/log.js'
import { type EventStore, UnreadableEvent } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { collect, newEvents, numbersOf } from '../../testbed/given/events.js'
import { brokenEvent } from '../../testbed/stores/kurrentdb/foreign.js'
import { type StandIn, startStandIn } from '../../testbed/stores/kurrentdb/server.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { someone } from './tallies.js'

interface Broken {
  /** Another process. */
  open(): Promise<EventStore>
  /** Adds an event to the end of a stream that cannot be read, by default `a-1`. */
  breakLast(stream?: string): Promise<void>
  dispose(): Promise<void>
}

const forever = () => new AbortController().signal
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe('in a directory', () => setsAside(lmdb))
describe('in KurrentDB', () => setsAside(kurrentdb))

function setsAside(make: () => Promise<Broken>): void {
  let log: Broken
  let store: EventStore
  const open = async () => {
    const opened = await withSetAside(await log.open(), silentLog)
    closing.push(() => opened.close())
    return opened
  }
  const setAside = (position: string, by = store) =>
    createSetAside({ store: by, handle: createHandle(by) })(position, 'a disk', someone())
  const numbers = async (by: EventStore) =>
    numbersOf((await collect(by.readAll())).filter(({ type }) => type === 'SomethingHappened'))
  const unreadable = async (by: EventStore) => {
    const error = await collect(by.readAll()).catch((error: unknown) => error)
    if (!(error instanceof UnreadableEvent)) throw error
    return error.event
  }

  beforeEach(async () => {
    log = await make()
    closing.push(log.dispose)
    store = await open()
    await store.append('a-1', newEvents(3), { expected: 'no_stream' })
    await log.breakLast()
    await store.append('b-1', newEvents(2, 3), { expected: 'no_stream' })
  })

  test('a subscription delivers nothing after it', async () => {
    const seen: number[] = []
    const failed = (async () => {
      for await (const { events } of store.subscribe({ after: START, signal: forever() }))
        seen.push(...numbersOf(events))
    })()
    await expect(failed).rejects.toThrow(UnreadableEvent)
    expect([0, 1, 2].slice(0, seen.length)).toEqual(seen)
  })

  test('it is named with its position, stream and type, and stops every reader', async () => {
    const event = await unreadable(store)
    expect(event).toMatchObject({
      stream: 'a-1',
      type: 'SomethingHappened',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    await expect(store.eventAt(event.position)).rejects.toThrow(
      `the event at ${event.position} cannot be read (type SomethingHappened, stream a-1)`,
    )
    await expect(collect(store.readStream('a-1'))).rejects.toThrow(UnreadableEvent)
  })

  test('it is passed over by this process, by one that has met it, and by one that starts; it is listed', async () => {
    const other = await open()
    const { position } = await unreadable(other)
    expect(await setAside(position)).toMatchObject({
      outcome: 'set_aside',
      position,
      stream: 'a-1',
      type: 'SomethingHappened',
    })
    expect(await numbers(store)).toEqual([0, 1, 2, 3, 4])
    // The read that meets it still fails.
    await unreadable(other)
    for (const each of [other, await open()]) {
      expect(await numbers(each)).toEqual([0, 1, 2, 3, 4])
      expect(numbersOf(await collect(each.readStream('a-1')))).toEqual([0, 1, 2])
      const seen: number[] = []
      for await (const { events, caughtUp } of each.subscribe({ after: START, signal: forever() })) {
        seen.push(...numbersOf(events.filter(({ type }) => type === 'SomethingHappened')))
        if (caughtUp) break
      }
      expect(seen).toEqual([0, 1, 2, 3, 4])
      expect(await listSetAside(each)).toEqual([
        expect.objectContaining({
          position,
          reason: 'a disk',
          actor: someone().id,
          stream: 'a-1',
          type: 'SomethingHappened',
        }),
      ])
    }
  })

  test('it is recorded once by two commands, also at the same time', async () => {
    const { position } = await unreadable(store)
    const other = await open()
    const outcomes = await Promise.all([setAside(position), setAside(position, other)])
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['already_set_aside', 'set_aside'])
    expect(await setAside(position)).toMatchObject({ outcome: 'already_set_aside' })
    expect(await listSetAside(await open())).toHaveLength(1)
  })

  test('a damaged record of what is set aside is passed over: processes start', async () => {
    const { position } = await unreadable(store)
    await setAside(position)
    await log.breakLast('log-set-aside')
    const other = await open()
    expect(await numbers(other)).toEqual([0, 1, 2, 3, 4])
    expect(await listSetAside(other)).toHaveLength(1)
  })

  test('its stream can be continued', async () => {
    await setAside((await unreadable(store)).position)
    await store.append('a-1', newEvents(1, 9), { expected: 2n })
    expect(numbersOf(await collect(store.readStream('a-1')))).toEqual([0, 1, 2, 9])
  })

  test('an event that can be read is refused, and a position without an event', async () => {
    const [first] = await collect(store.readAll({ limit: 1 }))
    await expect(setAside(first!.position)).rejects.toThrow(/can be read \(type SomethingHappened, stream a-1\)/)
    await expect(setAside(START)).rejects.toThrow(/has no event at 0+;/)
    expect(await listSetAside(store)).toEqual([])
  })
}

async function lmdb(): Promise<Broken> {
  const { path, remove } = tempDirectory()
  const file = join(path, 'events.mdb')
  return {
    open: async () => createLmdbEventStore({ path: file, clock: systemClock }),
    async breakLast(stream = 'a-1') {
      const store = createLmdbEventStore({ path: file, clock: systemClock })
      const { position } = await store.append(stream, newEvents(1, 99), { expected: 'any' })
      const environment = openEnvironment(file)
      const number = Number.parseInt(position, 16)
      const raw = environment.openDB({ name: 'log', keyEncoding: 'binary', encoding: 'binary' })
      const key = [...raw.getKeys()][number - 1]!
      const damaged = raw.getBinary(key)!
      damaged[damaged.length - 20]! ^= 1
      await raw.put(key, damaged)
      await closeEnvironment(environment)
      await store.close()
    },
    dispose: async () => remove(),
  }
}

async function kurrentdb(): Promise<Broken> {
  const server: StandIn = await startStandIn()
  return {
    open: () => openKurrentdbEventStore({ url: server.url(), log: silentLog, timeoutMs: 5_000 }),
    breakLast: async (stream = 'a-1') => void server.log.append(stream, [brokenEvent('SomethingHappened')], 'any'),
    dispose: server.close,
  }
}
