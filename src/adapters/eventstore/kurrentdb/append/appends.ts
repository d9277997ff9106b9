// Sends appends to KurrentDB, in order.
import { MaxAppendSizeExceededError, WrongExpectedVersionError } from '@kurrent/kurrentdb-client'
import { withTimeout } from '../../../../kernel/concurrency/timeout.js'
import { ConcurrencyConflict, type ExpectedRevision } from '../../../../kernel/ports/eventStore.js'
import type { Position } from '../../../../kernel/position.js'
import type { Client } from '../connect/clientInternals.js'
import type { Connection } from '../connect/connection.js'
import { CODE, rootCodeOf, timeoutError } from '../failures.js'
import type { Prepared } from '../format/codec.js'
import { isPlace, toPosition } from '../format/position.js'
import { createPermits } from './permits.js'

/** Maximum number of appends in flight. */
const MAX_IN_FLIGHT = 128
/** Least time between two clients that are given up because the node takes no appends, in milliseconds. */
const LEAVE_INTERVAL_MS = 1_000
/**
 * Appends of this size or more have a lower limit: each keeps the event loop busy for milliseconds, and all that are in
 * flight precede the first response.
 */
const LARGE_BYTES = 32 * 1024
const MAX_LARGE_IN_FLIGHT = 15

export interface Append {
  readonly stream: string
  /** Name of the stream on the server. */
  readonly name: string
  readonly events: readonly Prepared[]
  readonly expected: ExpectedRevision
}

/** Sends one append, with a timeout in milliseconds. @throws ConcurrencyConflict, StoreUnavailable or the client's error */
export type Send = (append: Append, timeoutMs: number) => Promise<Outcome>

export const bytesOf = ({ events }: Pick<Append, 'events'>): number => events.reduce((sum, { bytes }) => sum + bytes, 0)

/** `position` is missing when the events were appended before: the server does not look it up. */
export interface Outcome {
  readonly revision: bigint
  readonly position: Position | undefined
}

/** Sends appends in order. An append without a response may or may not have been applied. */
export function createSend(connection: Connection): Send {
  const all = createPermits(MAX_IN_FLIGHT)
  const large = createPermits(MAX_LARGE_IN_FLIGHT)
  let leftAt = -Infinity

  /**
   * A node that is not ready, or knows no leader, says so in a response to each append, of which client 1.3.1 makes an
   * unknown error (`unpackError.js`): it does not look for the leader again.
   */
  function leave(client: Client): void {
    if (performance.now() - leftAt < LEAVE_INTERVAL_MS) return
    leftAt = performance.now()
    connection.retire(client)
  }

  return async (append, timeoutMs) => {
    let used: Client | undefined
    let isOver = false
    const permits = bytesOf(append) < LARGE_BYTES ? [all] : [large, all]
    const work = async () => {
      for (const each of permits) await each.acquire()
      try {
        if (isOver) throw timeoutError()
        used = connection.client()
        const outcome = await connection.whileOpen(used, call(used, append, timeoutMs))
        connection.foundLeader(used)
        return outcome
      } finally {
        for (const each of permits) each.release()
      }
    }
    try {
      return await withTimeout(timeoutMs, work(), () => {
        isOver = true
        // Appends that the client still holds would otherwise be written long after their callers got an error.
        if (used) connection.retire(used)
        return timeoutError()
      })
    } catch (error) {
      if (used && rootCodeOf(error) === CODE.unknown) leave(used)
      throw conflictOf(error, append) ?? error
    }
  }
}

async function call(client: Client, { name, events, expected }: Append, timeoutMs: number): Promise<Outcome> {
  const request = { name, events: events.map(({ event }) => event), expected }
  const { revision, position } = await client.append(request, timeoutMs)
  return { revision, position: position && isPlace(position) ? toPosition(position) : undefined }
}

function conflictOf(error: unknown, { stream, expected }: Append): Error | undefined {
  if (error instanceof WrongExpectedVersionError) {
    const { actualState } = error
    return new ConcurrencyConflict(stream, expected, typeof actualState === 'bigint' ? actualState : 'no_stream')
  }
  if (error instanceof MaxAppendSizeExceededError) {
    return new RangeError(`the server accepts appends of at most ${error.maxAppendSize} bytes`)
  }
  return undefined
}
