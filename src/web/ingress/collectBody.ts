// Collects a body in memory while it arrives, or stores it meanwhile once it is too long for that.
import { PassThrough } from 'node:stream'
import { Failure } from '../../kernel/failure.js'
import { discardBody } from '../discardBody.js'
import { type Lease, shareTaken } from './byteBudget.js'
import { GrowingBuffer } from './growingBuffer.js'
import type { GuardedRequest } from './guardedRequest.js'
import { pour, STREAMED_BYTES } from './pour.js'

/** Longer bodies are spooled if they may be. */
const MAX_HELD_BYTES = 1_048_576
/** Bytes that are checked together: a call for each small piece would cost more than the check. */
const CHECK_BYTES = 4_096

/** Stores content that is still arriving. @returns its value, once it has arrived @throws what iterating throws */
export type SpoolBody = (content: AsyncIterable<Buffer>) => Promise<unknown>

export interface CollectOptions {
  /** Maximum size in bytes. */
  readonly limit: number
  /** The account whose share of memory it takes; the client's site without one. */
  readonly account: string | undefined
  readonly spool?: SpoolBody | undefined
  /** Checks the next bytes. @throws Failure */
  readonly check: (bytes: Buffer) => void
  /** The value of a body that was held in memory. @throws Failure */
  readonly parse: (bytes: Buffer) => unknown
}

/**
 * The value of a body, from `parse` or `spool`.
 * @throws Failure PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE, INVALID_JSON if it breaks off; what `check`, `parse` and `spool`
 * throw
 */
export function collectBody(request: GuardedRequest, options: CollectOptions): Promise<unknown> {
  const { limit, account, spool, check, parse } = options
  const length = request.headers['content-length']
  const declared = length === undefined ? undefined : Number(length)
  const held = new GrowingBuffer(Math.min(limit, declared ?? limit), grant)
  let lease: Lease | undefined
  let size = 0
  let checked = 0
  let isOver = false

  return new Promise((resolve, reject) => {
    let spooling: ReturnType<typeof startSpooling> | undefined

    if (request.refusal) return reject(request.refusal)
    request.on('refused', abandon)
    if (declared !== undefined && declared > limit) return refuse(tooLarge(limit))
    request.on('data', collect).on('end', finish)
    // Without an 'error' listener, Node reports an aborted request by 'close' only.
    request.on('close', () => {
      if (!request.complete) abandon(new Failure('INVALID_JSON', 'The body ended before it was complete.'))
    })

    function collect(piece: Buffer): void {
      size += piece.length
      try {
        if (size > limit) throw tooLarge(limit)
        if (spooling) spooling.add(piece)
        else if (!held.append(piece)) request.refuse(shareTaken())
        else if (size - checked >= CHECK_BYTES) checkRest()
        if (spool && !spooling && size > MAX_HELD_BYTES) spooling = startSpooling(spool)
      } catch (failure) {
        refuse(failure)
      }
    }

    function finish(): void {
      isOver = true
      try {
        if (spooling) spooling.end()
        else checkRest()
        const value = spooling ? spooling.value : parse(held.take())
        if (value instanceof Promise) value.finally(release).catch(() => {})
        else release()
        resolve(value)
      } catch (failure) {
        release()
        reject(failure)
      }
    }

    function refuse(failure: unknown): void {
      if (isOver) return
      abandon(failure)
      discardBody(request, limit)
    }

    /** Rejects once nothing of the body is left. */
    function abandon(failure: unknown): void {
      if (isOver) return
      isOver = true
      request.off('data', collect).off('end', finish)
      held.take()
      release()
      if (spooling) void spooling.abandon(failure).then(() => reject(failure))
      else reject(failure)
    }

    function startSpooling(store: SpoolBody) {
      checkRest()
      const stream = new PassThrough()
      stream.on('error', () => {})
      const value = store(stream)
      value.catch(refuse)
      const { add, end } = pour(request, stream, check)
      stream.write(held.take())
      lease?.resize(STREAMED_BYTES)
      return {
        add,
        end,
        value,
        abandon: (failure: unknown) => {
          stream.destroy(failure as Error)
          return value.then(undefined, () => {})
        },
      }
    }
  })

  /** The first piece is usually the whole body, which is parsed in the same turn of the event loop. */
  function grant(bytes: number): boolean {
    if (size === declared && held.size === 0) return true
    lease ??= request.lease(account)
    return lease.resize(bytes)
  }

  function release(): void {
    lease?.resize(0)
  }

  function checkRest(): void {
    const from = checked
    checked = size
    check(held.from(from))
  }
}

const tooLarge = (limit: number): Failure =>
  new Failure('PAYLOAD_TOO_LARGE', `The body may be at most ${limit} bytes.`, { limit })
