import { join } from 'node:path'
import { createLmdbEventStore } from '../../../src/adapters/eventstore/lmdb/eventStore.js'
import type { EventStore } from '../../../src/kernel/ports/eventStore.js'
import { tempDirectory } from '../../../testbed/tempDirectory.js'

const BEGIN = Date.UTC(2026, 10, 21)

/**
 * A log in LMDB, with any number of handles.
 * @param clock set to the beginning
 * @param wrap wraps each handle
 */
export function lmdbFixture(clock = { now: BEGIN }, wrap = (store: EventStore): EventStore => store) {
  const directory = tempDirectory()
  clock.now = BEGIN
  const handles: EventStore[] = []
  const open = () => {
    const store = createLmdbEventStore({ path: join(directory.path, 'events.mdb'), clock: { now: () => clock.now } })
    const handle = wrap(store)
    handles.push(handle)
    return handle
  }
  return {
    store: open(),
    forward: async (milliseconds: number) => {
      clock.now += milliseconds
    },
    second: async () => open(),
    dispose: async () => {
      await Promise.all(handles.map((handle) => handle.close()))
      directory.remove()
    },
  }
}
