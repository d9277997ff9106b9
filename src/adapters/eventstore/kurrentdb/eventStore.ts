// The log in KurrentDB. Rooms: `connect/` finds the server and the leader, `format/` is how our streams, events and positions look
// there, `append/` writes, `read/` reads in pages, `follow/` subscribes.
import type { Stage } from '../../../kernel/concurrency/rounds.js'
import type { Recorded } from '../../../kernel/envelope.js'
import type { Log } from '../../../kernel/log.js'
import type { EventStore } from '../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../kernel/position.js'
import { createSend } from './append/appends.js'
import { claimStream, createClaim } from './append/claim.js'
import { createWriter } from './append/writer.js'
import type { Connection } from './connect/connection.js'
import { allOf, closed } from './failures.js'
import { subscribe } from './follow/subscribe.js'
import { createDecode } from './format/codec.js'
import { createForeignWarning } from './format/foreignWarning.js'
import { EVERYTHING, type Naming } from './format/naming.js'
import { checkPosition } from './format/position.js'
import { createEventAt } from './read/eventAt.js'
import { existingStreams } from './read/existingStreams.js'
import { inspect } from './read/inspect.js'
import { createReadPage } from './read/pages.js'
import { createReader } from './read/reader.js'
import type { Origin } from './read/readings.js'
import { createTimeline } from './read/timeline.js'
import { withRetries } from './withRetries.js'

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
  const send = createSend(connection)
  let origin: Origin = { position: START, stream: undefined }
  const reader = createReader(createReadPage(connection, decode), naming, () => origin)
  const eventAt = createEventAt(createReadPage(connection, createDecode(naming, onForeign)))
  const writer = createWriter({ send, reader, naming, stage })
  const positionAt = createTimeline(reader)
  const pending = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

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
    connection.close()
  }

  return {
    async append(stream, events, { expected }) {
      if (closing) throw closed()
      return tracked(writer.append(stream, events, expected))
    },
    async importEvents(events) {
      const [first, ...rest] = events
      if (!first) return
      if (closing) throw closed()
      await tracked(writer.importEvents([first, ...rest]))
    },
    last: () => reader.newest(),
    exist: (streams) => existingStreams(reader, streams),
    readStream: (stream, options = {}) => reader.readStream(stream, options),
    readAll: (options = {}) => reader.readAll(options),
    subscribe: (options) => subscribe(options, { connection, reader, eventAt, naming, decode, log }),
    head: () => reader.head(),
    eventAt,
    inspect: (options) => inspect(reader, options),
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
