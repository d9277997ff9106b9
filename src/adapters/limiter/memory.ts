import type { Clock } from '../../kernel/clock.js'
import type { Limiter, Window } from '../../kernel/ports/limiter.js'

/** Windows of one length that are kept; beyond it the oldest is forgotten, rather than memory. */
const MAX_WINDOWS = 500_000

interface Counter {
  hits: number
  readonly resetsAt: number
}

/** The limiter of a single process; always answers at once. */
export function createMemoryLimiter({
  clock,
  maxWindows = MAX_WINDOWS,
}: {
  readonly clock: Clock
  readonly maxWindows?: number
}) {
  /** By length, then by key in the order of their beginning, which is the order of their end. */
  const lengths = new Map<number, Map<string, Counter>>()

  function begin(windows: Map<string, Counter>, key: string, now: number, windowMs: number): Counter {
    windows.delete(key)
    for (const [oldest, { resetsAt }] of windows) {
      if (resetsAt > now && windows.size < maxWindows) break
      windows.delete(oldest)
    }
    const counter = { hits: 0, resetsAt: now + windowMs }
    windows.set(key, counter)
    return counter
  }

  function hit(key: string, limit: number, windowMs: number, hits = 1): Window {
    const now = clock.now()
    let windows = lengths.get(windowMs)
    if (!windows) {
      windows = new Map()
      lengths.set(windowMs, windows)
    }
    let counter = windows.get(key)
    // A window that ends later than one that begins now was begun before the clock was set back.
    if (!counter || counter.resetsAt <= now || counter.resetsAt - now > windowMs)
      counter = begin(windows, key, now, windowMs)
    const allowed = counter.hits + hits <= limit
    if (allowed) counter.hits += hits
    return { allowed, remaining: Math.max(0, limit - counter.hits), resetsAt: counter.resetsAt }
  }

  return { hit } satisfies Limiter
}
