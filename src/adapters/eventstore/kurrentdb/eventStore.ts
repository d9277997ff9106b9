import type { Recorded } from '../../../kernel/envelope.js'
import type { Log } from '../../../kernel/log.js'
import {
  type Appended,
  ConcurrencyConflict,
  type EventStore,
  type ExpectedRevision,
  MAX_APPEND_BYTES,
} from '../../../kernel/ports/eventStore.js'
import type { Position } from '../../../kernel/position.js'
import { appendRequest } from './appendRequest.js'
import { createAppends } from './appends.js'
import { checkName, type Prepared, prepare } from './codec.js'
import type { Connection } from './connection.js'
import { existingStreams } from './existingStreams.js'
import { allOf, closed, unavailable } from './failures.js'
import { createReadPage } from './pages.js'
import { createProbe } from './probe.js'
import { createReader, LAST_REVISION } from './reader.js'
import { subscribe } from './subscribe.js'
import { createTimeline } from './timeline.js'
import { withRetries } from './withRetries.js'

/** Callers must get an error within 5 s when the store does not respond. */
const APPEND_TIMEOUT_MS = 4_000

export interface KurrentdbEventStoreOptions {
  /** Closed with the store. */
  readonly connection: Connection
  readonly log: Log
}

export interface KurrentdbEventStore extends EventStore {
  /**
   * Imports events of another log, with their ids, revisions and times. Idempotent.
   * @param events consecutive events of one stream
   * @throws ConcurrencyConflict when the stream is not at the revision before the first event
   */
  importEvents(events: readonly Recorded[]): Promise<void>
  /** The newest event. */
  last(): Promise<Recorded | undefined>
}

/**
 * The log in KurrentDB. Times are the server's: `recordedAt` goes back when its clock does. Events imported from another
 * log keep that log's times.
 * @see openKurrentdbEventStore which waits for the server and checks it
 */
export function createKurrentdbEventStore({ connection, log }: KurrentdbEventStoreOptions): KurrentdbEventStore {
  const reader = createReader(createReadPage(connection))
  const appends = createAppends(connection)
  const positionAt = createTimeline(reader)
  const pending = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  async function append(stream: string, events: readonly Prepared[], expected: ExpectedRevision): Promise<Appended> {
    const isRevision = typeof expected === 'bigint'
    if (isRevision && (expected < 0n || expected > LAST_REVISION)) throw await conflict(stream, expected)
    const send = () => appends.send(appendRequest(stream, events, expected), APPEND_TIMEOUT_MS)
    // Only these are idempotent.
    const outcome =
      isRevision || expected === 'no_stream' ? await withRetries(send) : await send().catch(throwUnavailable)
    if ('failure' in outcome) throw outcome.failure
    if ('conflict' in outcome) throw new ConcurrencyConflict(stream, expected, outcome.conflict.actual)
    const { revision, position } = outcome.appended
    return { revision, position: position ?? (await positionOf(stream, revision)) }
  }

  /** For a revision that no stream can have, without asking the server: encoded, it would become another number. */
  async function conflict(stream: string, expected: bigint): Promise<ConcurrencyConflict> {
    for await (const { revision } of reader.readStream(stream, { backwards: true, limit: 1 })) {
      return new ConcurrencyConflict(stream, expected, revision)
    }
    return new ConcurrencyConflict(stream, expected, 'no_stream')
  }

  async function positionOf(stream: string, revision: bigint): Promise<Position> {
    for await (const { position } of reader.readStream(stream, { from: revision, limit: 1 })) return position
    throw unavailable(`KurrentDB cannot find the event at revision ${revision} of ${stream} that it has just appended`)
  }

  function tracked<T>(work: Promise<T>): Promise<T> {
    pending.add(work)
    const done = () => pending.delete(work)
    work.then(done, done)
    return work
  }

  const probe = createProbe((stream, events) => append(stream, events, 'no_stream'))

  async function end(): Promise<void> {
    await Promise.allSettled(pending)
    connection.close()
  }

  return {
    async append(stream, events, { expected }) {
      if (closing) throw closed()
      if (events.length === 0) throw new RangeError('an append needs an event')
      checkName('a stream', stream)
      for (const { type } of events) checkName('a type', type)
      const prepared = events.map((event) => prepare(event))
      const bytes = prepared.reduce((sum, event) => sum + event.bytes, 0)
      if (bytes > MAX_APPEND_BYTES)
        throw new RangeError(`an append of ${bytes} bytes; at most ${MAX_APPEND_BYTES} are allowed`)
      return tracked(append(stream, prepared, expected))
    },
    async importEvents(events) {
      const [first] = events
      if (!first) return
      if (closing) throw closed()
      checkName('a stream', first.stream)
      for (const { type } of events) checkName('a type', type)
      const expected = first.revision === 0n ? 'no_stream' : first.revision - 1n
      const prepared = events.map((event) => prepare(event, event.recordedAt))
      await tracked(append(first.stream, prepared, expected))
    },
    last: () => reader.newest(),
    exist: (streams) => existingStreams(reader, streams),
    readStream: (stream, options = {}) => reader.readStream(stream, options),
    readAll: (options = {}) => reader.readAll(options),
    subscribe: (options) => subscribe(options, { connection, reader, log }),
    head: () => reader.head(),
    positionAt,
    ready: () => allOf([probe(), reader.head()]),
    close: () => {
      closing ??= end()
      return closing
    },
  }
}

function throwUnavailable(error: unknown): never {
  throw unavailable(error)
}
