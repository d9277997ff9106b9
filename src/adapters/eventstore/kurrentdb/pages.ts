import type { Recorded } from '../../../kernel/envelope.js'
import type { Position } from '../../../kernel/position.js'
import { decode } from './codec.js'
import type { Connection } from './connection.js'
import { closed, late } from './failures.js'
import { persisting } from './persisting.js'
import type { ReadReq, ReadResp } from './protocol.js'
import { lastRequest } from './requests.js'

/** What is read at once, as the LMDB store does: few enough never to be much memory. */
export const PAGE_EVENTS = 1_000
const PAGE_BYTES = 1024 * 1024
/** A server that says nothing for so long is asked whether it is there at all. */
const SILENCE_MS = 2_500
const PING_MS = 1_500

export interface Page {
  readonly events: readonly Recorded[]
  /** Of the last event looked at, whether it is among `events` or not; undefined when there was none. */
  readonly to: { readonly position: Position; readonly revision: bigint } | undefined
  /** There is nothing behind it now. */
  readonly last: boolean
}

/** @throws StoreUnavailable, or the signal's reason */
export type ReadPage = (request: ReadReq, signal?: AbortSignal) => Promise<Page>

/**
 * Reads at most a megabyte of what a request asks for. A server that looks through a long log for rare events says
 * nothing until it finds one: it is waited for as long as it answers something else.
 */
export const createReadPage =
  (connection: Connection): ReadPage =>
  async (request, signal) => {
    try {
      return await persisting(() => readOnce(connection, request, signal))
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  }

async function readOnce(connection: Connection, request: ReadReq, signal?: AbortSignal): Promise<Page> {
  const end = new AbortController()
  let forget = () => {}
  try {
    return await new Promise<Page>((resolve, reject) => {
      forget = connection.onClose(() => reject(closed()))
      signal?.throwIfAborted()
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: end.signal })
      const heard = watch(connection, end.signal, reject)
      collect(connection, request, end.signal, heard).then(resolve, reject)
    })
  } finally {
    forget()
    end.abort()
  }
}

/** Calls `lost` when nothing was heard for long and the server answers nothing else. @returns to be told what is heard */
function watch(connection: Connection, ended: AbortSignal, lost: (error: Error) => void): () => void {
  let heardAt = performance.now()
  let timer: NodeJS.Timeout
  const wait = (milliseconds: number) => {
    if (!ended.aborted) timer = setTimeout(look, milliseconds)
  }
  const heard = () => {
    heardAt = performance.now()
  }
  const again = () => {
    heard()
    wait(SILENCE_MS)
  }
  function look(): void {
    const left = SILENCE_MS - (performance.now() - heardAt)
    if (left > 0) wait(left)
    else ping(connection).then(again, () => lost(late()))
  }
  ended.addEventListener('abort', () => clearTimeout(timer), { once: true })
  wait(SILENCE_MS)
  return heard
}

async function ping(connection: Connection): Promise<void> {
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), PING_MS)
  })
  try {
    await Promise.race([collect(connection, lastRequest(), end.signal), tooLate])
  } finally {
    clearTimeout(timer)
    end.abort()
  }
}

async function collect(
  connection: Connection,
  request: ReadReq,
  ended: AbortSignal,
  heard: () => void = () => {},
): Promise<Page> {
  const streams = await connection.streams()
  ended.throwIfAborted()
  const call = streams.read(request, ...connection.callArguments())
  ended.addEventListener('abort', () => call.cancel(), { once: true })
  const most = Number(request.getOptions()!.getCount())
  const events: Recorded[] = []
  let to: Page['to']
  let count = 0
  let bytes = 0
  return new Promise((resolve, reject) => {
    call.on('data', (message: ReadResp) => {
      heard()
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
    call.on('end', () => resolve({ events, to, last: count < most }))
    call.on('error', (error) => {
      if (!ended.aborted) connection.failed(streams, error)
      reject(error)
    })
  })
}
