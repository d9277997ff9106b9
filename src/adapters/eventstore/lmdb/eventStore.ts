import type { Clock } from '../../../kernel/clock.js'
import {
  ConcurrencyConflict,
  type EventStore,
  MAX_APPEND_BYTES,
  StoreUnavailable,
} from '../../../kernel/ports/eventStore.js'
import { closeEnvironment, openEnvironment, reading } from '../../lmdb/environment.js'
import { createGroupCommit } from '../../lmdb/groupCommit.js'
import { type AppendItem, type AppendResult, createAppender } from './append.js'
import { createChanges } from './changes.js'
import { prepare } from './codec.js'
import { openLog } from './log.js'
import { toPosition } from './position.js'
import { createReader } from './reader.js'
import { createRing } from './ring.js'
import { openStreams } from './streams.js'
import { subscribe } from './subscribe.js'

/** Appends that share a transaction. */
const MAX_GROUP_BYTES = 8 * 1024 * 1024

export interface LmdbEventStoreOptions {
  readonly path: string
  readonly clock: Clock
  /** How long an append may wait for its transaction (another process may hang in one) before it is answered for. */
  readonly patienceMs?: number
}

/**
 * The log in an LMDB file, which processes of one machine may share: each position is assigned inside the write
 * transaction. Appends that wait at the same time share one transaction and one sync.
 * @throws DataDirectoryError when the file is damaged
 */
export function createLmdbEventStore({ path, clock, patienceMs }: LmdbEventStoreOptions): EventStore {
  const environment = openEnvironment(path)
  const log = openLog(environment)
  const streams = openStreams(environment)
  const ring = createRing()
  const closing = new AbortController()

  const assertOpen = (): void => {
    if (closing.signal.aborted) throw new StoreUnavailable('the store is closed')
  }
  const fresh = <T>(read: () => T): T => {
    assertOpen()
    return reading(() => {
      environment.resetReadTxn()
      return read()
    })
  }
  const reader = createReader(log, streams, fresh)
  const changes = createChanges(reader.head)

  const appender = createAppender(log, streams, clock)
  const commits = createGroupCommit<AppendItem, AppendResult>({
    environment,
    write: appender.appendGroup,
    sizeOf: ({ events }) => events.reduce((sum, { bytes }) => sum + bytes, 0),
    maxSize: MAX_GROUP_BYTES,
    ...(patienceMs !== undefined && { patienceMs }),
    committed: (results) => {
      appender.committed(results)
      for (const { fresh } of results) for (const entry of fresh) ring.push(entry)
      changes.wakeAll()
    },
  })

  return {
    async append(stream, events, { expected }) {
      if (events.length === 0) throw new RangeError('an append needs an event')
      const prepared = events.map(prepare)
      const bytes = prepared.reduce((sum, event) => sum + event.bytes, 0)
      if (bytes > MAX_APPEND_BYTES)
        throw new RangeError(`an append of ${bytes} bytes; at most ${MAX_APPEND_BYTES} are allowed`)
      const { outcome } = await commits.submit({ stream, events: prepared, expected })
      if (outcome instanceof ConcurrencyConflict) throw outcome
      return outcome
    },
    exist: async (streams) => reader.exist(streams),
    readStream: (stream, options = {}) => reader.readStream(stream, options),
    readAll: (options = {}) => reader.readAll(options),
    subscribe: (options) => subscribe(options, { reader, ring, changes, assertOpen }),
    head: async () => toPosition(reader.head()),
    async positionAt(time, signal) {
      signal?.throwIfAborted()
      return reader.positionAt(time)
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
