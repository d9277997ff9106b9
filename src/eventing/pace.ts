/** Pause of a subscriber that has little to do, in milliseconds. */
const MIN_MS = 5
/** Longest pause: a reader in another process may wait for it. */
const MAX_MS = 50
/** A subscriber that received nothing for this long, in milliseconds, has little to do. */
const IDLE_MS = 100
/** Above this number of events, slices are large enough. */
const LARGE_SLICE = 250

/** Decides how long a subscriber gathers events before it takes its next slice. */
interface Pace {
  /** Call it after each slice. @returns milliseconds to gather */
  after(events: number): number
}

/**
 * Adaptive pace. Under load the pause grows, so that a document that changes often is written once for many events; an
 * event that arrives after a quiet moment is processed immediately, and the next one a few milliseconds later.
 * @param now monotonic clock in milliseconds
 */
export function createPace(now: () => number = () => performance.now()): Pace {
  let pauseMs = MIN_MS
  let lastAt = Number.NEGATIVE_INFINITY

  return {
    after(events) {
      const at = now()
      const isIdle = at - lastAt > pauseMs + IDLE_MS
      lastAt = at
      if (isIdle) pauseMs = MIN_MS
      else if (events > LARGE_SLICE) pauseMs = Math.max(MIN_MS, pauseMs / 2)
      else pauseMs = Math.min(MAX_MS, pauseMs * 2)
      return pauseMs
    },
  }
}
