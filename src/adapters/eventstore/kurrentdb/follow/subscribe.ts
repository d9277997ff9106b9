// Follows the log across broken connections.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../../kernel/log.js'
import { DifferentLog, type Slice, type SubscribeOptions } from '../../../../kernel/ports/eventStore.js'
import type { Connection } from '../connect/connection.js'
import { isRefusedPosition, isTransient, unavailable } from '../failures.js'
import type { Decode } from '../format/codec.js'
import type { Naming } from '../format/naming.js'
import { checkPosition } from '../format/position.js'
import { assertEventAt, type EventAt } from '../read/eventAt.js'
import type { Reader } from '../read/reader.js'
import { follow } from './follow.js'

/** A subscription that cannot be restored within this time fails; its consumers report that, and retry. */
const RETRY_TIMEOUT_MS = 4_000
const FIRST_DELAY_MS = 25
const LAST_DELAY_MS = 1_000

export interface SubscribeDependencies {
  readonly connection: Connection
  readonly reader: Reader
  readonly eventAt: EventAt
  readonly naming: Naming
  readonly decode: Decode
  readonly log: Log
}

/**
 * Follows the log. The client's own subscription ends with its connection and is never restored; this one continues after
 * the last slice that was taken, if the log still has the last event that was delivered: its server may have returned with
 * an older copy.
 */
export async function* subscribe(
  { after, known: knownBefore, types, signal }: SubscribeOptions,
  { connection, reader, eventAt, naming, decode, log }: SubscribeDependencies,
): AsyncGenerator<Slice, void, void> {
  let at = checkPosition(after)
  let known = knownBefore
  let failures = 0
  let brokenAt = performance.now()
  let isBroken = true
  while (!signal.aborted) {
    try {
      if (known) await assertEventAt(eventAt, known)
      for await (const slice of follow(connection, { after: at, types, signal, naming, decode, reader, log })) {
        if (failures > 0) log.info({ failures, position: at }, 'restored a subscription to KurrentDB')
        failures = 0
        isBroken = false
        at = slice.position
        known = slice.events.at(-1) ?? known
        yield slice
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof DifferentLog) throw error
      // Positions that we pass on were read from this log.
      if (isRefusedPosition(error)) throw new DifferentLog(at)
      if (!isBroken) brokenAt = performance.now()
      isBroken = true
      if (failures === 0) {
        log.warn({ position: at, error }, 'a subscription to KurrentDB broke; it is retried')
      }
      if (!isTransient(error) || performance.now() - brokenAt > RETRY_TIMEOUT_MS) throw unavailable(error)
      await sleep(Math.min(FIRST_DELAY_MS * 2 ** failures++, LAST_DELAY_MS), undefined, { signal }).catch(() => {})
    }
  }
}
