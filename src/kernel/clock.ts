// The clock that all code which decides or records asks for the time; tests supply their own.
import { MINUTE_MS } from './time.js'

/** The source of "now". */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/**
 * Monotonic milliseconds, derived from a clock that may be set back: for short TTLs, which must not grow by an hour
 * when the clock is. Starts above 0.
 */
export function stopwatch(clock: Clock): () => number {
  let last = clock.now()
  let elapsed = 1
  return () => {
    const now = clock.now()
    elapsed += Math.max(0, now - last)
    last = now
    return elapsed
  }
}

/** By which clocks of machines differ. */
const TOLERANCE_MS = MINUTE_MS

/** Whether a time, in milliseconds since the epoch, was taken from a clock that was ahead of ours. */
export const isToCome = (time: number, now: number): boolean => time > now + TOLERANCE_MS

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** The same for times in the order of a log, whose neighbours often are of the same millisecond. */
export function createIso(): typeof iso {
  let last = Number.NaN
  let text = ''
  return (milliseconds) => {
    if (milliseconds !== last) {
      text = iso(milliseconds)
      last = milliseconds
    }
    return text
  }
}
