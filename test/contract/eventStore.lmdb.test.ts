import { join } from 'node:path'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { tempDirectory } from '../support/tempDirectory.js'
import { eventStoreContract } from './eventStoreContract.js'

eventStoreContract('LMDB', async () => {
  const directory = tempDirectory()
  const clock = { now: Date.UTC(2026, 10, 21) }
  const handles: EventStore[] = []
  const open = () => {
    const store = createLmdbEventStore({ path: join(directory.path, 'events.mdb'), clock: { now: () => clock.now } })
    handles.push(store)
    return store
  }
  return {
    store: open(),
    clock,
    second: async () => open(),
    dispose: async () => {
      await Promise.all(handles.map((handle) => handle.close()))
      directory.remove()
    },
  }
})
