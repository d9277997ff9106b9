// When a failed delivery is attempted again.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kernel/time.js'

/** Delays between the end of a failed attempt and the next one, before jitter. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
]
/** Maximum jitter as a share of the delay, so that a recovered target does not get all retries at the same time. */
const JITTER = 0.2
/** Upper limit for a target's Retry-After. */
const MAX_RETRY_AFTER_MS = DAY_MS

interface FailedAttempt {
  /** Failed attempts of this delivery, including this one. */
  readonly failed: number
  /** When the attempt ended, milliseconds since the epoch. */
  readonly now: number
  /** The target's Retry-After. */
  readonly retryAfterMs?: number | undefined
  /** Random number from 0 to 1, for the jitter. */
  readonly chance: number
}

/** When to make the next attempt, milliseconds since the epoch; undefined after the last one. */
export function nextAttemptAt({ failed, now, retryAfterMs = 0, chance }: FailedAttempt): number | undefined {
  const delay = RETRY_DELAYS_MS[failed - 1]
  if (delay === undefined) return undefined
  const scheduled = delay * (1 - JITTER + 2 * JITTER * chance)
  return now + Math.round(Math.max(scheduled, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)))
}
