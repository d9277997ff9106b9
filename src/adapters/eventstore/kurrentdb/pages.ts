import type { KurrentDBClient, RecordedEvent, ResolvedEvent } from '@kurrent/kurrentdb-client'
import { BACKWARDS, END, StreamNotFoundError } from '@kurrent/kurrentdb-client'
import { withTimeout } from '../../../kernel/concurrency/timeout.js'
import type { Recorded } from '../../../kernel/envelope.js'
import type { Position } from '../../../kernel/position.js'
import type { Decode } from './codec.js'
import type { Connection } from './connection.js'
import { timeoutError } from './failures.js'
import { consume, type Subscription } from './subscription.js'
import { withRetries } from './withRetries.js'

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

export type ReadOpen = (client: KurrentDBClient, maxCount: number) => AsyncIterable<ResolvedEvent>

/** Where at most `count` events come from. */
export type Reading = {
  readonly count: number
  /** When reading backwards: nothing before this position is wanted. */
  readonly until?: Position
} & (
  | {
      /**
       * A read of the client's. It loses the milliseconds of the events' times: client 1.3.1 returns `created` in whole
       * seconds, since it reads through @kurrent/bridge (https://github.com/kurrent-io/KurrentDB-Client-NodeJS/pull/400).
       */
      readonly open: ReadOpen
    }
  /** A subscription of the client's, which is ended when it has caught up. */
  | { subscribe(client: KurrentDBClient): Subscription }
)

/** @throws StoreUnavailable, or the signal's reason */
export type ReadPage = (reading: Reading, signal?: AbortSignal) => Promise<Page>

/**
 * Reads at most about a megabyte. The client's reads have neither a timeout nor a way to cancel them: they are abandoned.
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
function watch(
  connection: Connection,
  client: KurrentDBClient,
  ended: AbortSignal,
  onLost: (error: Error) => void,
): () => void {
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
async function ping(client: KurrentDBClient): Promise<void> {
  const last = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true })
  const read = async () => {
    for await (const _ of last) return
  }
  await withTimeout(PING_TIMEOUT_MS, read(), timeoutError)
}

interface Collecting {
  readonly decode: Decode
  readonly ended: AbortSignal
  onActivity(): void
}

function collect(client: KurrentDBClient, reading: Reading, collecting: Collecting): Promise<Page> {
  const page = createPage(reading, collecting)
  return 'open' in reading
    ? collectRead(reading.open(client, reading.count), page, collecting)
    : collectSubscription(reading.subscribe(client), page, collecting)
}

function createPage({ count: maxCount, until }: Reading, { decode, onActivity }: Collecting) {
  const events: Recorded[] = []
  let to: Page['to']
  let count = 0
  let bytes = 0
  return {
    /** @returns whether the page is full */
    add(event: RecordedEvent): boolean {
      onActivity()
      const read = decode(event)
      if (read.event) events.push(read.event)
      to = read
      count++
      bytes += read.bytes
      return bytes > PAGE_BYTES || count === maxCount
    },
    isOver: () => until !== undefined && to !== undefined && to.position <= until,
    get: (last: boolean): Page => ({ events, size: count, to, last }),
  }
}

type Pending = ReturnType<typeof createPage>

async function collectRead(read: AsyncIterable<ResolvedEvent>, page: Pending, { ended }: Collecting): Promise<Page> {
  try {
    for await (const { event } of read) {
      if (ended.aborted || (event && page.add(event)) || page.isOver()) return page.get(page.isOver())
    }
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error
  }
  return page.get(true)
}

async function collectSubscription(subscription: Subscription, page: Pending, { ended }: Collecting): Promise<Page> {
  let end = () => {}
  try {
    return await new Promise<Page>((resolve, reject) => {
      let isFull = false
      const consumed = consume(subscription, {
        onEvent(event) {
          if (isFull) return
          isFull = page.add(event)
          if (!isFull) return
          // The client would decode the events that it has already received.
          consumed.pause()
          resolve(page.get(false))
        },
        onCaughtUp: () => resolve(page.get(true)),
        onFailure: reject,
      })
      end = consumed.end
      ended.addEventListener('abort', end, { once: true })
    })
  } finally {
    end()
  }
}
