// The log in KurrentDB. Rooms: `connect/` finds the server and the leader, `format/` is how our streams, events and positions look
// there, `append/` writes, `read/` reads in pages, `follow/` subscribes.
import type { Stage } from '../../../kernel/concurrency/rounds.js'
import type { Recorded } from '../../../kernel/envelope.js'
import type { Log } from '../../../kernel/log.js'
import {
  type Appended,
  ConcurrencyConflict,
  type EventStore,
  type ExpectedRevision,
  MAX_APPEND_BYTES,
} from '../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../kernel/position.js'
import { type Append, createAppends } from './append/appends.js'
import { claimStream, createClaim } from './append/claim.js'
import { lastForeign } from './append/conflicts.js'
import { createSharedAppends } from './append/sharedAppends.js'
import type { Connection } from './connect/connection.js'
import { allOf, closed, unavailable } from './failures.js'
import { subscribe } from './follow/subscribe.js'
import { checkName, createDecode, prepare } from './format/codec.js'
import { createForeignWarning } from './format/foreignWarning.js'
import { EVERYTHING, type Naming } from './format/naming.js'
import { checkPosition } from './format/position.js'
import { createEventAt } from './read/eventAt.js'
import { existingStreams } from './read/existingStreams.js'
import { createReadPage } from './read/pages.js'
import { createReader, LAST_REVISION, type Origin } from './read/reader.js'
import { createTimeline } from './read/timeline.js'
import { once, withRetries } from './withRetries.js'

/** Minimum timeout of an append that had to wait for another one: with less, it would fail although the server responds. */
const MIN_TIMEOUT_MS = 1_000

/** One client does 5,000 to 7,000 appends a second, four do 9,000 to 12,000; more clients do no more. */
const APPEND_CLIENTS = 4

export interface KurrentdbEventStoreOptions {
  /** Closed with the store, like those that `connect` opens. */
  readonly connection: Connection
  readonly connect: () => Connection
  /** Number of clients that send appends; each has a limit of appends in flight. */
  readonly appendClients?: number
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
  connect,
  appendClients = APPEND_CLIENTS,
  log,
  naming = EVERYTHING,
  installation,
  stage,
}: KurrentdbEventStoreOptions): KurrentdbEventStore {
  const passed = new Set<Position>()
  const onForeign = createForeignWarning(log)
  const decode = createDecode(naming, onForeign, passed)
  const connections = [connection]
  const send = createAppends(appendClients, (index) => (connections[index] ??= connect()))
  let origin: Origin = { position: START, stream: undefined }
  const reader = createReader(createReadPage(connection, decode), naming, () => origin)
  const eventAt = createEventAt(createReadPage(connection, createDecode(naming, onForeign)))
  // Older releases, which may still be running, read a log without a prefix.
  const bothNames = naming.prefix === ''
  const positionAt = createTimeline(reader)
  const pending = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  /** @param waitedMs how long the caller has waited; shortens the timeout of an append that is not retried */
  async function append(request: Append, waitedMs = 0): Promise<Appended> {
    const { stream, expected } = request
    if (isImpossible(expected)) throw await conflict(stream, expected)
    // Only these are idempotent.
    const attempt = typeof expected === 'bigint' || expected === 'no_stream' ? withRetries : once
    const { revision, position } = await attempt((timeoutMs) =>
      send(request, Math.max(Math.min(timeoutMs, MIN_TIMEOUT_MS), timeoutMs - waitedMs)),
    )
    return { revision, position: position ?? (await positionOf(stream, revision)) }
  }

  const appendShared = createSharedAppends(append, stage)

  /** Appends also if another program's events, which readers never see, follow the expected revision. */
  async function appendAfterForeign(request: Append): Promise<Appended> {
    for (let { expected } = request; ; ) {
      try {
        return await append({ ...request, expected })
      } catch (error) {
        if (!(error instanceof ConcurrencyConflict) || isImpossible(expected)) throw error
        const last = await lastForeign(error, reader)
        if (last === undefined) throw new ConcurrencyConflict(error.stream, request.expected, error.actual)
        expected = last
      }
    }
  }

  /** For a revision that no stream can have, without asking the server: encoded, it would become another number. */
  async function conflict(stream: string, expected: ExpectedRevision): Promise<ConcurrencyConflict> {
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

  /** Claims the log. An unclaimed one may contain events of ours that are older than what this process writes. */
  async function beginAtClaim(): Promise<void> {
    const { position: claimedAt } = await claim()
    if (installation === undefined || (origin.position !== START && claimedAt === undefined)) return
    const stream = claimStream(naming, installation)
    origin = { position: (await reader.firstPosition(stream)) ?? START, stream }
  }

  async function end(): Promise<void> {
    await Promise.allSettled(pending)
    for (const each of connections) each?.close()
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
    async ready() {
      await allOf([beginAtClaim(), reader.readLast()])
      await reader.head()
    },
    close: () => {
      closing ??= end()
      return closing
    },
  }
}

const isImpossible = (expected: ExpectedRevision): boolean =>
  typeof expected === 'bigint' && (expected < 0n || expected > LAST_REVISION)
