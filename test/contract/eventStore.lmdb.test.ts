import { join } from 'node:path'
import { describe } from '@jest/globals'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { tempDirectory } from '../support/tempDirectory.js'
import { anyText } from './eventStore/anyText.js'
import { ownClock } from './eventStore/ownClock.js'
import { eventStoreContract } from './eventStoreContract.js'

const BEGIN = Date.UTC(2026, 10, 21)
const clock = { now: BEGIN }

eventStoreContract(
  'LMDB',
  async () => {
    const directory = tempDirectory()
    clock.now = BEGIN
    const handles: EventStore[] = []
    const open = () => {
      const store = createLmdbEventStore({ path: join(directory.path, 'events.mdb'), clock: { now: () => clock.now } })
      handles.push(store)
      return store
    }
    return {
      store: open(),
      forward: async (milliseconds) => {
        clock.now += milliseconds
      },
      second: async () => open(),
      dispose: async () => {
        await Promise.all(handles.map((handle) => handle.close()))
        directory.remove()
      },
    }
  },
  (given) => {
    describe('its clock', () => ownClock(given, clock))
    describe('any text', () => anyText(given))
  },
)
