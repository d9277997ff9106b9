import { type Clock, stopwatch } from './clock.js'

/**
 * Options of an LRU cache whose entries are trusted for a moment: by a stopwatch, which is looked at each time. A cache
 * that remembers the time in between sets a timer for it, and trusts longer.
 */
export const monotonicTtl = (milliseconds: number, clock: Clock) => ({
  ttl: milliseconds,
  perf: { now: stopwatch(clock) },
  ttlResolution: 0,
})
