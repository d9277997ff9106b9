import { openDataDirectory } from '../../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbEventStore } from '../../../src/adapters/eventstore/lmdb/eventStore.js'
import { systemClock } from '../../../src/kernel/clock.js'

/** Counts the events of a type in the log of a data directory. */
export async function countEvents(directory: string, type: string): Promise<number> {
  const store = createLmdbEventStore({
    path: openDataDirectory(directory, { hold: false }).paths.events,
    clock: systemClock,
  })
  let count = 0
  for await (const _ of store.readAll({ types: new Set([type]) })) count++
  await store.close()
  return count
}
