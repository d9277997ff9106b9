import { join } from 'node:path'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { withSharedSubscription } from '../../src/eventing/subscription/shared.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { tempDirectory } from '../support/tempDirectory.js'
import { eventStoreContract } from './eventStoreContract.js'

const BEGIN = Date.UTC(2026, 10, 21)

eventStoreContract('LMDB, with one shared subscription per handle', async () => {
  const directory = tempDirectory()
  const clock = { now: BEGIN }
  const handles: EventStore[] = []
  const open = () => {
    const path = join(directory.path, 'events.mdb')
    const store = withSharedSubscription(createLmdbEventStore({ path, clock: { now: () => clock.now } }))
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
})
