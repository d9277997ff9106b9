import { sharedWork } from '../../../kernel/limits.js'
import { MINUTE_MS } from '../../../kernel/time.js'

/** The full timeout of an attempt. A 2xx response within it is a success. */
export const FULL_TIMEOUT_MS = sharedWork.receivers.timeoutMs
/**
 * Timeouts by the number of consecutive timeouts so far; a single one may be chance. The last value applies to all
 * further ones.
 */
const TIMEOUTS_MS = [FULL_TIMEOUT_MS, FULL_TIMEOUT_MS, ...sharedWork.receivers.shorterMs]
/** Minimum timeout, as a multiple of the receiver's last response time. */
const HEADROOM = 2
/** Interval at which a receiver that keeps timing out gets the full timeout, in case it has become slower. */
export const PROBE_INTERVAL_MS = 5 * MINUTE_MS

/** How a receiver has responded recently. */
export interface Responsiveness {
  /** Consecutive timed-out attempts. */
  readonly timeouts: number
  /** When it last got the full timeout since it began to time out, milliseconds since the epoch. */
  readonly probedAt: number
  /** Milliseconds that its last response took; 0 if there was none. */
  readonly answerMs: number
}

export const UNKNOWN_RESPONSIVENESS: Responsiveness = { timeouts: 0, probedAt: 0, answerMs: 0 }

/** Attempts that may be in progress concurrently: one, until a receiver that timed out responds again. */
export const concurrencyOf = ({ timeouts }: Responsiveness): number =>
  timeouts === 0 ? sharedWork.deliveries.perEndpoint : 1

/** Timeout of an attempt that begins now, milliseconds. */
export function timeoutOf({ timeouts, probedAt, answerMs }: Responsiveness, now: number): number {
  const sinceProbe = now - probedAt
  if (sinceProbe < 0 || sinceProbe >= PROBE_INTERVAL_MS) return FULL_TIMEOUT_MS
  const shortened = TIMEOUTS_MS[Math.min(timeouts, TIMEOUTS_MS.length - 1)]!
  return Math.min(Math.max(shortened, HEADROOM * answerMs), FULL_TIMEOUT_MS)
}
