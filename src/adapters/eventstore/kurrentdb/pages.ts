import type { Recorded } from '../../../kernel/envelope.js'
import type { Position } from '../../../kernel/position.js'
import { decode } from './codec.js'
import type { Connection } from './connection.js'
import { closed, timeoutError } from './failures.js'
import type { ReadReq, ReadResp } from './protocol.js'
import { lastRequest } from './requests.js'
import { withRetries } from './withRetries.js'

/** Page limits, as in the LMDB store: they bound memory. */
export const PAGE_EVENTS = 1_000
const PAGE_BYTES = 1024 * 1024
/** After this time without a message, the server is pinged. */
const IDLE_MS = 2_500
const PING_TIMEOUT_MS = 1_500

export interface Page {
  readonly events: readonly Recorded[]
  /** The last event that was read, whether or not it is in `events`; undefined when there was none. */
  readonly to: { readonly position: Position; readonly revision: bigint } | undefined
  /** Whether no events follow for now. */
  readonly last: boolean
}

/** @throws StoreUnavailable, or the signal's reason */
export type ReadPage = (request: ReadReq, signal?: AbortSignal) => Promise<Page>

/**
 * Reads at most about a megabyte of a request. A server that searches a long log for rare events sends nothing until it
 * finds one: the read continues as long as the server responds to pings.
 */
export const createReadPage =
  (connection: Connection): ReadPage =>
  async (request, signal) => {
    try {
      return await withRetries(() => readOnce(connection, request, signal))
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  }

async function readOnce(connection: Connection, request: ReadReq, signal?: AbortSignal): Promise<Page> {
  const end = new AbortController()
  let unregister = () => {}
  try {
    return await new Promise<Page>((resolve, reject) => {
      unregister = connection.onClose(() => reject(closed()))
      signal?.throwIfAborted()
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: end.signal })
      const onActivity = watch(connection, end.signal, reject)
      collect(connection, request, end.signal, onActivity).then(resolve, reject)
    })
  } finally {
    unregister()
    end.abort()
  }
}

/** Calls `onLost` when no message has arrived for `IDLE_MS` and a ping fails. @returns must be called for each message */
function watch(connection: Connection, ended: AbortSignal, onLost: (error: Error) => void): () => void {
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
  function check(): void {
    const left = IDLE_MS - (performance.now() - activeAt)
    if (left > 0) wait(left)
    else ping(connection).then(onPong, () => onLost(timeoutError()))
  }
  ended.addEventListener('abort', () => clearTimeout(timer), { once: true })
  wait(IDLE_MS)
  return onActivity
}

async function ping(connection: Connection): Promise<void> {
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), PING_TIMEOUT_MS)
  })
  try {
    await Promise.race([collect(connection, lastRequest(), end.signal), timedOut])
  } finally {
    clearTimeout(timer)
    end.abort()
  }
}

async function collect(
  connection: Connection,
  request: ReadReq,
  ended: AbortSignal,
  onActivity: () => void = () => {},
): Promise<Page> {
  const streams = await connection.streams()
  ended.throwIfAborted()
  const call = streams.read(request, ...connection.callArguments())
  ended.addEventListener('abort', () => call.cancel(), { once: true })
  const maxEvents = Number(request.getOptions()!.getCount())
  const events: Recorded[] = []
  let to: Page['to']
  let count = 0
  let bytes = 0
  return new Promise((resolve, reject) => {
    call.on('data', (message: ReadResp) => {
      onActivity()
      if (!message.hasEvent() || bytes > PAGE_BYTES) return
      try {
        const read = decode(message.getEvent()!)
        if (read.event) events.push(read.event)
        to = read
        count++
        bytes += read.bytes
        if (bytes > PAGE_BYTES) resolve({ events, to, last: false })
      } catch (error) {
        reject(error)
      }
    })
    call.on('end', () => resolve({ events, to, last: count < maxEvents }))
    call.on('error', (error) => {
      if (!ended.aborted) connection.failed(streams, error)
      reject(error)
    })
  })
}
