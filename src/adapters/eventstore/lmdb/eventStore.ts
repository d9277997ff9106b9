// The event store port in an LMDB file, for one machine.
import type { Clock } from '../../../kernel/clock.js'
import { abortable } from '../../../kernel/concurrency/singleFlight.js'
import { type EventStore, MAX_APPEND_BYTES, StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { readingFresh } from '../../lmdb/databases.js'
import { closeEnvironment, openEnvironment } from '../../lmdb/environment.js'
import { createGroupCommit } from '../../lmdb/groupCommit.js'
import { type AppendItem, type AppendResult, createAppender } from './append.js'
import { filesBeside, openArchived } from './archived.js'
import { openArchiveTable } from './archiveTable.js'
import { createChanges } from './changes.js'
import { areLarger, createCodec } from './codec.js'
import { openDictionary } from './dictionaryTable.js'
import { createEvents } from './events.js'
import { createInspector } from './inspect.js'
import { openLog } from './log.js'
import { toNumber, toPosition } from './position.js'
import { createReader } from './reader.js'
import { createRing } from './ring.js'
import { SegmentAway, type SegmentFiles } from './segmentFiles.js'
import { openStreams } from './streams.js'
import { subscribe } from './subscribe.js'

/** Maximum bytes of the appends that share a transaction, except for a single larger append. */
const MAX_GROUP_BYTES = 8 * 1024 * 1024

interface LmdbEventStoreOptions {
  readonly path: string
  /** The segment files of the archive; by default in `archive` beside the file. */
  readonly archive?: SegmentFiles | undefined
  readonly clock: Clock
  /** Timeout of a transaction in milliseconds, after which its appends fail: another process may hang in one. */
  readonly timeoutMs?: number
}

/**
 * The log in an LMDB file, which processes on one machine may share: each position is assigned inside the write
 * transaction. Concurrent appends share one transaction and one flush to disk.
 * @throws DataDirectoryError when the file is damaged, or a segment file of the archive is missing
 */
export function createLmdbEventStore({ path, archive, clock, timeoutMs }: LmdbEventStoreOptions): EventStore {
  const environment = openEnvironment(path)
  const log = openLog(environment)
  const streams = openStreams(environment)
  const dictionary = openDictionary(environment)
  const codec = createCodec(dictionary)
  const archived = openArchived(openArchiveTable(environment), archive ?? filesBeside(path))
  const events = createEvents({ log, codec, archived })
  const ring = createRing()
  const closing = new AbortController()

  const assertOpen = (): void => {
    if (closing.signal.aborted) throw new StoreUnavailable('the store is closed')
  }
  const readFresh = <T>(read: () => T): T => {
    assertOpen()
    return readingFresh(environment, read)
  }
  const passed = new Set<number>()
  const reader = createReader({ log, streams, codec, events, archived, fresh: readFresh, passed })
  const inspect = createInspector({ log, streams, codec, archived, dictionary, fresh: readFresh, passed })
  const changes = createChanges(reader.head)

  const appender = createAppender({ log, streams, codec, events, dictionary, clock, passed })
  const commits = createGroupCommit<AppendItem, AppendResult>({
    environment,
    write: appender.appendGroup,
    sizeOf: ({ events }) => events.reduce((sum, { encoded }) => sum + encoded.characters, 0),
    maxSize: MAX_GROUP_BYTES,
    ...(timeoutMs !== undefined && { timeoutMs }),
    committed: (results) => {
      appender.committed(results)
      for (const { added } of results) for (const entry of added) ring.push(entry)
      changes.wakeAll()
    },
  })

  return {
    async append(stream, events, { expected }) {
      if (events.length === 0) throw new RangeError('an append needs an event')
      const prepared = events.map((event) => codec.prepare(stream, event))
      if (areLarger(prepared, MAX_APPEND_BYTES))
        throw new RangeError(`the append is larger than the limit of ${MAX_APPEND_BYTES} bytes`)
      for (;;) {
        const { outcome } = await commits.submit({ stream, events: prepared, expected })
        if (outcome instanceof SegmentAway) await archived.fetchSoon(outcome)
        else if (outcome instanceof Error) throw outcome
        else return outcome
      }
    },
    exist: async (streams) => reader.exist(streams),
    readStream: (stream, options = {}) => reader.readStream(stream, options),
    readAll: (options = {}) => reader.readAll(options),
    subscribe: (options) => subscribe(options, { reader, ring, changes, assertOpen }),
    head: async () => toPosition(reader.head()),
    eventAt: async (position) => reader.eventAt(toNumber(position)),
    inspect: ({ after, signal }) => inspect(toNumber(after), signal),
    passOver: (position) => void passed.add(toNumber(position)),
    async positionAt(time, { signal, soon } = {}) {
      signal?.throwIfAborted()
      return abortable(Promise.resolve(reader.positionAt(time, soon)), signal)
    },
    async ready() {
      reader.head()
      await commits.probe()
    },
    async close() {
      if (closing.signal.aborted) return
      await commits.end()
      closing.abort()
      changes.wakeAll()
      await closeEnvironment(environment)
    },
  }
}
