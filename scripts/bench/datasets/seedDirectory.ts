import { openDataDirectory } from '../../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbEventStore } from '../../../src/adapters/eventstore/lmdb/eventStore.js'
import { type Clock, systemClock } from '../../../src/kernel/clock.js'
import type { EventStore } from '../../../src/kernel/ports/eventStore.js'

/**
 * Creates a data directory and writes its log. The service folds the read models when it starts.
 * @param clock tells when events are recorded
 */
export async function seedDirectory<T>(
  directory: string,
  write: (store: EventStore) => Promise<T>,
  clock: Clock = systemClock,
): Promise<T> {
  const { paths, release } = openDataDirectory(directory, { hold: true })
  const store = createLmdbEventStore({ path: paths.events, clock })
  try {
    return await write(store)
  } finally {
    await store.close()
    release()
  }
}
