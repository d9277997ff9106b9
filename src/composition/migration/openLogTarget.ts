// Opens the log that a migration fills: in KurrentDB, in another data directory, or the source's own.
import { realpathSync } from 'node:fs'
import { openDataDirectory } from '../../adapters/dataDirectory/dataDirectory.js'
import { markMoved } from '../../adapters/dataDirectory/moved.js'
import { copyLog } from '../../adapters/eventstore/lmdb/copyLog.js'
import { createLmdbEventStore } from '../../adapters/eventstore/lmdb/eventStore.js'
import { StoreUrlError } from '../../adapters/storeUrlError.js'
import type { Config } from '../../config.js'
import { systemClock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import { START } from '../../kernel/position.js'
import type { Resources } from '../../kernel/resources.js'
import { segmentFilesOf } from '../archive/files.js'
import { openKurrentdbTarget } from './kurrentdbTarget.js'
import type { LogTarget } from './logTarget.js'
import type { MigrationSource } from './source.js'

/** The log in the configured store. */
export async function openLogTarget(
  { config, documents, log }: { readonly config: Config; readonly documents: DocumentStore; readonly log: Log },
  source: MigrationSource,
  closing: Resources,
): Promise<LogTarget> {
  const { KURRENTDB_URL: url, KURRENTDB_STREAM_PREFIX: prefix } = config
  if (url) return openKurrentdbTarget({ url, prefix, documents, log }, source, closing)
  if (isSame(source.path, config.DATA_DIR)) {
    const settle = (at: string) => markMoved(source.path, at)
    return { place: 'DATA_DIR', stays: true, isEmpty: async () => true, fill: async () => source.events, settle }
  }
  return openDirectoryTarget(config, source, closing)
}

/** A log in another data directory: a copy of its files. Where ARCHIVE_DIR is set, both logs have their segments there. */
function openDirectoryTarget(config: Config, source: MigrationSource, closing: Resources): LogTarget {
  const { path, paths, release } = openDataDirectory(config.DATA_DIR, { hold: true, secret: config.SECRET_KEY })
  closing.add(release)

  async function openEvents() {
    const archive = await segmentFilesOf(config, paths.events)
    return createLmdbEventStore({ path: paths.events, archive, clock: systemClock })
  }

  async function withEvents<T>(use: (events: EventStore) => Promise<T>): Promise<T> {
    const events = await openEvents()
    try {
      return await use(events)
    } finally {
      await events.close()
    }
  }

  /** Whether the target holds only what an earlier attempt copied, which may be overwritten. */
  async function isPrefixOfSource(events: EventStore): Promise<boolean> {
    const originals = source.events.readAll()[Symbol.asyncIterator]()
    for await (const { id } of events.readAll()) {
      const original = await originals.next()
      if (original.done || original.value.id !== id) return false
    }
    return true
  }

  return {
    place: 'DATA_DIR',
    stays: false,
    isEmpty: () => withEvents(async (events) => (await events.head()) === START),
    async fill(report) {
      if (!(await withEvents(isPrefixOfSource))) {
        throw new StoreUrlError(
          `DATA_DIR: ${path} contains a log that is not from ${source.path}; set DATA_DIR to another directory`,
        )
      }
      if ((await withEvents((events) => events.head())) !== (await source.events.head())) {
        await copyLog(source.paths.events, paths.events, {
          archived: config.ARCHIVE_DIR === undefined,
          onProgress: (bytes, total) => report('log_file', bytes, total),
        })
      }
      const events = await openEvents()
      closing.add(() => events.close())
      return events
    },
    settle: (at) => markMoved(path, at),
  }
}

/** Whether two paths are the same directory; the second may not exist. */
function isSame(first: string, second: string): boolean {
  try {
    return realpathSync(first) === realpathSync(second)
  } catch {
    return false
  }
}
