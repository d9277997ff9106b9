import type { Stage } from '../../../kernel/concurrency/rounds.js'
import type { Recorded } from '../../../kernel/envelope.js'
import type { Log } from '../../../kernel/log.js'
import {
  type Appended,
  ConcurrencyConflict,
  type EventStore,
  MAX_APPEND_BYTES,
} from '../../../kernel/ports/eventStore.js'
import type { Position } from '../../../kernel/position.js'
import { type Append, createAppends } from './appends.js'
import { createClaim } from './claim.js'
import { checkName, createDecode, prepare } from './codec.js'
import type { Connection } from './connection.js'
import { createEventAt } from './eventAt.js'
import { existingStreams } from './existingStreams.js'
import { allOf, closed, unavailable } from './failures.js'
import { createForeignWarning } from './foreignWarning.js'
import { EVERYTHING, type Naming } from './naming.js'
import { createReadPage } from './pages.js'
import { checkPosition } from './position.js'
import { createReader, LAST_REVISION } from './reader.js'
import { createSharedAppends } from './sharedAppends.js'
import { subscribe } from './subscribe.js'
import { createTimeline } from './timeline.js'
import { once, withRetries } from './withRetries.js'

/** Minimum timeout of an append that had to wait for another one: with less, it would fail although the server responds. */
const MIN_TIMEOUT_MS = 1_000

export interface KurrentdbEventStoreOptions {
  /** Closed with the store. */
  readonly connection: Connection
  readonly log: Log
  /** By default the server's whole log is ours. */
  readonly naming?: Naming
  /** Id of the installation; a log that belongs to another one is refused. */
  readonly installation?: string
  /** Decides when appends at any revision start. */
  readonly stage?: Stage
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
export function createKurrentdbEventStore({
  connection,
  log,
  naming = EVERYTHING,
  installation,
  stage,
}: KurrentdbEventStoreOptions): KurrentdbEventStore {
  const passed = new Set<Position>()
  const onForeign = createForeignWarning(log)
  const decode = createDecode(naming, onForeign, passed)
  const reader = createReader(createReadPage(connection, decode), naming)
  const eventAt = createEventAt(createReadPage(connection, createDecode(naming, onForeign)))
  const send = createAppends(connection)
  // Older releases, which may still be running, read a log without a prefix.
  const bothNames = naming.prefix === ''
  const positionAt = createTimeline(reader)
  const pending = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  /** @param waitedMs how long the caller has waited; shortens the timeout of an append that is not retried */
  async function append(request: Append, waitedMs = 0): Promise<Appended> {
    const { stream, expected } = request
    const isRevision = typeof expected === 'bigint'
    if (isRevision && (expected < 0n || expected > LAST_REVISION)) throw await conflict(stream, expected)
    // Only these are idempotent.
    const attempt = isRevision || expected === 'no_stream' ? withRetries : once
    const { revision, position } = await attempt((timeoutMs) =>
      send(request, Math.max(Math.min(timeoutMs, MIN_TIMEOUT_MS), timeoutMs - waitedMs)),
    )
    return { revision, position: position ?? (await positionOf(stream, revision)) }
  }

  const appendShared = createSharedAppends(append, stage)

  /** Appends also if another program's events, which readers never see, follow the expected revision. */
  async function appendAfterForeign(request: Append): Promise<Appended> {
    try {
      return await append(request)
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict)) throw error
      return appendAfterForeign({ ...request, expected: await revisionAfterForeign(error) })
    }
  }

  /**
   * The revision of the last of another program's events that directly follow the expected revision of one of our streams.
   * @throws ConcurrencyConflict if one of ours follows it
   */
  async function revisionAfterForeign(conflict: ConcurrencyConflict): Promise<bigint> {
    const { stream, expected, actual } = conflict
    const isRevision = typeof expected === 'bigint' && expected >= 0n
    const next = isRevision ? expected + 1n : expected === 'no_stream' ? 0n : undefined
    if (next === undefined || actual === 'no_stream' || actual < next) throw conflict
    let last = actual
    for await (const { revision } of reader.readStream(stream, { from: next, limit: 1 })) last = revision - 1n
    if (last < next) throw conflict
    return last
  }

  /** For a revision that no stream can have, without asking the server: encoded, it would become another number. */
  async function conflict(stream: string, expected: bigint): Promise<ConcurrencyConflict> {
    return new ConcurrencyConflict(stream, expected, (await reader.lastRevision(stream)) ?? 'no_stream')
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

  const claim = createClaim({
    naming,
    installation,
    append: (request) => withRetries((timeoutMs) => send(request, timeoutMs)),
  })

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
      const prepared = events.map((event) => prepare(event, { bothNames }))
      const bytes = prepared.reduce((sum, event) => sum + event.bytes, 0)
      if (bytes > MAX_APPEND_BYTES)
        throw new RangeError(`an append of ${bytes} bytes; at most ${MAX_APPEND_BYTES} are allowed`)
      const request = { stream, name: naming.prefix + stream, events: prepared, expected }
      return tracked(expected === 'any' ? appendShared(request) : appendAfterForeign(request))
    },
    async importEvents(events) {
      const [first] = events
      if (!first) return
      if (closing) throw closed()
      checkName('a stream', first.stream)
      for (const { type } of events) checkName('a type', type)
      const expected = first.revision === 0n ? 'no_stream' : first.revision - 1n
      const prepared = events.map((event) => prepare(event, { bothNames, recordedAt: event.recordedAt }))
      const { stream } = first
      await tracked(append({ stream, name: naming.prefix + stream, events: prepared, expected }))
    },
    last: () => reader.newest(),
    exist: (streams) => existingStreams(reader, streams),
    readStream: (stream, options = {}) => reader.readStream(stream, options),
    readAll: (options = {}) => reader.readAll(options),
    subscribe: (options) => subscribe(options, { connection, reader, eventAt, naming, decode, log }),
    head: () => reader.head(),
    eventAt,
    passOver: (position) => void passed.add(checkPosition(position)),
    positionAt,
    ready: () => allOf([claim(), reader.head()]),
    close: () => {
      closing ??= end()
      return closing
    },
  }
}
