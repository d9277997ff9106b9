const SECOND = 1_000

/** A 2xx within this is a success. */
export const FULL_TIMEOUT_MS = 15 * SECOND
/** By time-outs in a row; one alone may be chance. The last stays. */
const TIMEOUTS_MS = [FULL_TIMEOUT_MS, FULL_TIMEOUT_MS, 8 * SECOND, 4 * SECOND, 2 * SECOND]
/** A receiver that answered in t gets at least this many times t. */
const HEADROOM = 2
/** A receiver that keeps timing out gets the full time-out this often, in case it became slower than before. */
export const PROBE_EVERY_MS = 5 * 60 * SECOND
/** Attempts at one endpoint at once. */
const CONCURRENCY = 5

/** How a receiver has answered of late. */
export interface Responsiveness {
  /** Attempts in a row without a whole answer in time. */
  readonly timeouts: number
  /** When it was last given the full time-out since it began to time out, milliseconds since the epoch. */
  readonly probedAt: number
  /** Milliseconds that its last answer took; 0 when there was none. */
  readonly answerMs: number
}

export const UNKNOWN_RESPONSIVENESS: Responsiveness = { timeouts: 0, probedAt: 0, answerMs: 0 }

/** Attempts that may be under way at once: one, until a receiver that timed out answers again. */
export const concurrencyOf = ({ timeouts }: Responsiveness): number => (timeouts === 0 ? CONCURRENCY : 1)

/** The time-out of an attempt that begins now, milliseconds. */
export function timeoutOf({ timeouts, probedAt, answerMs }: Responsiveness, now: number): number {
  const sinceProbe = now - probedAt
  if (sinceProbe < 0 || sinceProbe >= PROBE_EVERY_MS) return FULL_TIMEOUT_MS
  const shortened = TIMEOUTS_MS[Math.min(timeouts, TIMEOUTS_MS.length - 1)]!
  return Math.min(Math.max(shortened, HEADROOM * answerMs), FULL_TIMEOUT_MS)
}
