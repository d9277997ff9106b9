// Collects a body in memory while it arrives, or stores it meanwhile once it is too long for that.
import { PassThrough } from 'node:stream'
import { Failure } from '../../kernel/failure.js'
import { perRequest } from '../../kernel/limits.js'
import { discardBody } from '../discardBody.js'
import { type Lease, shareTaken } from './byteBudget.js'
import { GrowingBuffer } from './growingBuffer.js'
import type { GuardedRequest } from './guardedRequest.js'
import { type Pour, pour, STREAMED_BYTES } from './pour.js'

/** Bytes that are checked together: a call for each small piece would cost more than the check. */
const CHECK_BYTES = 4_096

/** Stores content that is still arriving. @returns its value, once it has arrived @throws what iterating throws */
export type SpoolBody = (content: AsyncIterable<Buffer>) => Promise<unknown>

interface CollectOptions {
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
 * throw. Nothing of the body is left then.
 */
export function collectBody(request: GuardedRequest, options: CollectOptions): Promise<unknown> {
  const { limit, account, spool, check, parse } = options
  const length = request.headers['content-length']
  const declared = length === undefined ? undefined : Number(length)
  const held = new GrowingBuffer(Math.min(limit, declared ?? limit), grant)
  let lease: Lease | undefined
  let spooling: Spooling | undefined
  let size = 0
  let checked = 0

  return new Promise((resolve, reject) => {
    let isSettled = false

    if (request.refusal) return reject(request.refusal)
    if (request.destroyed) return reject(brokenOff())
    request.on('refused', fail)
    if (declared !== undefined && declared > limit) return refuse(tooLarge(limit))
    request.on('data', collect).on('end', finish)
    // Without an 'error' listener, Node reports an aborted request by 'close' only. One may be complete, but not read yet.
    request.on('close', () => {
      if (!request.readableEnded) fail(brokenOff())
    })

    function collect(piece: Buffer): void {
      size += piece.length
      try {
        if (size > limit) throw tooLarge(limit)
        if (spooling) spooling.add(piece)
        else if (!held.append(piece)) request.refuse(shareTaken())
        else if (spool && size > perRequest.json.heldBytes) startSpooling(spool)
        else if (size - checked >= CHECK_BYTES) checkRest()
      } catch (failure) {
        refuse(failure)
      }
    }

    function startSpooling(store: SpoolBody): void {
      checkRest()
      spooling = spoolInto(store, request, check)
      spooling.value.then(succeed, refuse)
      spooling.content.write(held.take())
      lease?.resize(STREAMED_BYTES)
    }

    function finish(): void {
      try {
        if (spooling) spooling.end()
        else finishHeld()
      } catch (failure) {
        refuse(failure)
      }
    }

    function finishHeld(): void {
      checkRest()
      const value = parse(held.take())
      if (value instanceof Promise) value.then(succeed, refuse)
      else succeed(value)
    }

    function succeed(value: unknown): void {
      settle(() => resolve(value))
    }

    function fail(failure: unknown): void {
      settle(() => reject(failure), failure as Error)
    }

    function refuse(failure: unknown): void {
      if (isSettled) return
      fail(failure)
      discardBody(request, limit)
    }

    /** The only way out: returns the memory, and waits until a store that has not got all of the body has deleted it. */
    function settle(report: () => void, failure?: Error): void {
      if (isSettled) return
      isSettled = true
      request.off('data', collect).off('end', finish)
      held.take()
      lease?.resize(0)
      spooling?.content.destroy(failure)
      if (spooling) spooling.value.then(report, report)
      else report()
    }
  })

  /** The first piece is usually the whole body, which is parsed in the same turn of the event loop. */
  function grant(bytes: number): boolean {
    if (size === declared && held.size === 0) return true
    lease ??= request.lease(account)
    return lease.resize(bytes)
  }

  function checkRest(): void {
    const from = checked
    checked = size
    check(held.from(from))
  }
}

interface Spooling extends Pour {
  readonly content: PassThrough
  /** Rejects if the content is destroyed before its end. */
  readonly value: Promise<unknown>
}

function spoolInto(store: SpoolBody, request: GuardedRequest, check: (bytes: Buffer) => void): Spooling {
  const content = new PassThrough()
  content.on('error', () => {})
  return { content, value: store(content), ...pour(request, content, check) }
}

const brokenOff = (): Failure => new Failure('INVALID_JSON', 'The body ended before it was complete.')

const tooLarge = (limit: number): Failure =>
  new Failure('PAYLOAD_TOO_LARGE', `The body may be at most ${limit} bytes.`, { limit })
