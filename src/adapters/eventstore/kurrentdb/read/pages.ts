// Reads KurrentDB in pages of bounded memory.
import type { RecordedEvent, ResolvedEvent } from '@kurrent/kurrentdb-client'
import { BACKWARDS, END } from '@kurrent/kurrentdb-client'
import { withTimeout } from '../../../../kernel/concurrency/timeout.js'
import type { Recorded } from '../../../../kernel/envelope.js'
import { type Position, START } from '../../../../kernel/position.js'
import type { Client } from '../connect/clientInternals.js'
import type { Connection } from '../connect/connection.js'
import { timeoutError } from '../failures.js'
import type { Decode } from '../format/codec.js'
import { withRetries } from '../withRetries.js'

/** Page limits, as in the LMDB store: they bound memory. */
export const PAGE_EVENTS = 1_000
const PAGE_BYTES = 1024 * 1024
/** After this time without an event, the server is pinged. */
const IDLE_MS = 2_500
const PING_TIMEOUT_MS = 1_500

export interface Page {
  readonly events: readonly Recorded[]
  /** Number of events that were read, of any program. */
  readonly size: number
  /** The last event that was read, whether or not it is in `events`; undefined when there was none. */
  readonly to: { readonly position: Position; readonly revision: bigint } | undefined
  /** Whether no events follow for now. */
  readonly last: boolean
}

/** Begins a read, which ends with the iteration. */
export type ReadOpen = (client: Client, maxCount: number) => AsyncIterableIterator<ResolvedEvent>

/** A read of at most `count` events. */
export interface Reading {
  readonly count: number
  /** Exclusive: a read forwards starts at this event. */
  readonly after?: Position
  /** When reading backwards: nothing before this position is wanted. */
  readonly until?: Position
  readonly open: ReadOpen
}

/** @throws StoreUnavailable, or the signal's reason */
export type ReadPage = (reading: Reading, signal?: AbortSignal) => Promise<Page>

/**
 * Reads at most about a megabyte. The client's reads have no timeout.
 * A server that searches a long log for rare events sends nothing until it finds one: the read continues as long as the
 * server responds to pings.
 */
export const createReadPage =
  (connection: Connection, decode: Decode): ReadPage =>
  async (reading, signal) => {
    try {
      return await withRetries(() => readOnce(connection, decode, reading, signal))
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  }

async function readOnce(connection: Connection, decode: Decode, reading: Reading, signal?: AbortSignal): Promise<Page> {
  const client = connection.client()
  const end = new AbortController()
  try {
    return await new Promise<Page>((resolve, reject) => {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: end.signal })
      const onActivity = watch(connection, client, end.signal, reject)
      connection
        .whileOpen(client, collect(client, reading, { decode, ended: end.signal, onActivity }))
        .then(resolve, reject)
    })
  } finally {
    end.abort()
  }
}

/** Calls `onLost` when no event has arrived for `IDLE_MS` and a ping fails. @returns must be called for each event */
function watch(connection: Connection, client: Client, ended: AbortSignal, onLost: (error: Error) => void): () => void {
  let activeAt = performance.now()
  let timer: NodeJS.Timeout
  const wait = (milliseconds: number) => {
    if (!ended.aborted) timer = setTimeout(check, milliseconds)
  }
  const onActivity = () => {
    activeAt = performance.now()
  }
  const onPong = () => {
    onActivity()
    wait(IDLE_MS)
  }
  const onSilence = () => {
    onLost(timeoutError())
    if (!ended.aborted) connection.retire(client)
  }
  function check(): void {
    const left = IDLE_MS - (performance.now() - activeAt)
    if (left > 0) wait(left)
    else ping(client).then(onPong, onSilence)
  }
  ended.addEventListener('abort', () => clearTimeout(timer), { once: true })
  wait(IDLE_MS)
  return onActivity
}

/** Reads the last event of the log, the server's own included: the cheapest request. */
async function ping(client: Client): Promise<void> {
  const last = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true })
  await withTimeout(PING_TIMEOUT_MS, last.next(), timeoutError).finally(() => void last.return?.())
}

interface Collecting {
  readonly decode: Decode
  readonly ended: AbortSignal
  onActivity(): void
}

async function collect(client: Client, reading: Reading, collecting: Collecting): Promise<Page> {
  const { ended, onActivity } = collecting
  const page = createPage(reading, collecting.decode)
  const events = reading.open(client, reading.count + (reading.after === undefined ? 0 : 1))
  ended.addEventListener('abort', () => void events.return?.(), { once: true })
  for await (const { event } of events) {
    onActivity()
    if (event) page.add(event)
    if (page.isFull() || page.isOver()) return page.get(page.isOver())
  }
  return page.get(true)
}

function createPage({ count, after = START, until = START }: Reading, decode: Decode) {
  const events: Recorded[] = []
  let to: Page['to']
  let size = 0
  let bytes = 0
  return {
    add(event: RecordedEvent): void {
      const read = decode(event)
      if (read.position <= after) return
      if (read.event) events.push(read.event)
      to = read
      size++
      bytes += read.bytes
    },
    isFull: () => bytes > PAGE_BYTES || size === count,
    isOver: () => to !== undefined && to.position <= until,
    get: (last: boolean): Page => ({ events, size, to, last }),
  }
}
