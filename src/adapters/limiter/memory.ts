import type { Clock } from '../../kernel/clock.js'
import type { LocalLimiter, Window } from '../../kernel/ports/limiter.js'

/** Maximum number of windows kept per duration; beyond it the oldest is dropped, to bound memory. */
const MAX_WINDOWS = 500_000

interface Counter {
  hits: number
  readonly resetsAt: number
}

interface MemoryLimiterOptions {
  readonly clock: Clock
  readonly maxWindows?: number
}

/** Rate limiter of a single process; always synchronous. */
export function createMemoryLimiter({ clock, maxWindows = MAX_WINDOWS }: MemoryLimiterOptions): LocalLimiter {
  /** By duration, then by key, in order of start and therefore of end. */
  const windowsByDuration = new Map<number, Map<string, Counter>>()

  function windowsOf(windowMs: number): Map<string, Counter> {
    let windows = windowsByDuration.get(windowMs)
    if (!windows) {
      windows = new Map()
      windowsByDuration.set(windowMs, windows)
    }
    return windows
  }

  function startWindow(windows: Map<string, Counter>, key: string, now: number, windowMs: number): Counter {
    windows.delete(key)
    for (const [oldest, { resetsAt }] of windows) {
      if (resetsAt > now && windows.size < maxWindows) break
      windows.delete(oldest)
    }
    const counter = { hits: 0, resetsAt: now + windowMs }
    windows.set(key, counter)
    return counter
  }

  return {
    hit(key, limit, windowMs, hits = 1): Window {
      const now = clock.now()
      const windows = windowsOf(windowMs)
      let counter = windows.get(key)
      // A window that ends later than one starting now was started before the clock was set back.
      if (!counter || counter.resetsAt <= now || counter.resetsAt - now > windowMs)
        counter = startWindow(windows, key, now, windowMs)
      const allowed = counter.hits + hits <= limit
      if (allowed) counter.hits += hits
      return { allowed, remaining: Math.max(0, limit - counter.hits), resetsAt: counter.resetsAt }
    },
  }
}
