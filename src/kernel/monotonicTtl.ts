import { type Clock, stopwatch } from './clock.js'

/**
 * LRU cache options for a TTL measured by a monotonic stopwatch, which is read on every access (`ttlResolution: 0`):
 * by default the cache caches the time, sets a timer to refresh it, and keeps entries longer than their TTL.
 */
export const monotonicTtl = (milliseconds: number, clock: Clock) => ({
  ttl: milliseconds,
  perf: { now: stopwatch(clock) },
  ttlResolution: 0,
})
