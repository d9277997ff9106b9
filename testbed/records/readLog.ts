import { pathsIn } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { DEFAULT_STREAM_PREFIX } from '../../src/config.js'
import { eventCategories } from '../../src/eventCategories.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { silentLog } from '../../src/kernel/log.js'
import type { ReadAllOptions } from '../../src/kernel/ports/eventStore.js'
import type { Settings } from '../service/settings.js'

/**
 * Reads the whole log, also while a service writes it.
 * @param location a DATA_DIR, or settings with DATA_DIR or KURRENTDB_URL
 */
export async function* readLog(location: string | Settings, options?: ReadAllOptions): AsyncGenerator<Recorded> {
  const {
    DATA_DIR = '',
    KURRENTDB_URL: url,
    KURRENTDB_STREAM_PREFIX: prefix = DEFAULT_STREAM_PREFIX,
  } = typeof location === 'string' ? { DATA_DIR: location } : location
  const store = url
    ? await openKurrentdbEventStore({
        url,
        log: silentLog,
        naming: async () => ({ prefix, categories: eventCategories }),
      })
    : createLmdbEventStore({ path: pathsIn(DATA_DIR).events, clock: systemClock })
  try {
    yield* store.readAll(options)
  } finally {
    await store.close()
  }
}
