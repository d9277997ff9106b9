/** Slows repeated work down to an average rate, after a burst. Work is never refused, only the pause after it grows. */
export interface Pacer {
  /** Counts work that has been done. @returns the milliseconds to pause before the next; 0 within the burst */
  pauseAfter(units: number): number
}

export interface PacerOptions {
  readonly perSecond: number
  /** Units that may follow one another without a pause after a time without work. */
  readonly burst: number
  readonly maxPauseMs: number
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number
}

export function createPacer({ perSecond, burst, maxPauseMs, now = () => performance.now() }: PacerOptions): Pacer {
  const msOf = (units: number): number => (units / perSecond) * 1_000
  /** When the rate would have allowed all work so far; the burst may be ahead of it. */
  let allowedAt = Number.NEGATIVE_INFINITY
  return {
    pauseAfter(units) {
      const time = now()
      allowedAt = Math.max(allowedAt, time - msOf(burst)) + msOf(units)
      allowedAt = Math.min(allowedAt, time + maxPauseMs)
      return Math.max(0, allowedAt - time)
    },
  }
}
