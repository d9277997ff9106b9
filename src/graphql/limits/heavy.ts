import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { yieldToEventLoop } from '../../kernel/concurrency/yielding.js'
import { perRequest } from '../../kernel/limits.js'

/** Queries and mutations that cost more than this start in a turn of the event loop without other background work. */
const LIGHT_COST = 200
/** After this time an operation counts as ended even if it is still waiting for a store. */
const MAX_HOLD_MS = 250
const { aboveCost, restRatio, maxRestMs } = perRequest.heavyQueries

const isHeavy = (cost: number): boolean => cost > aboveCost

/**
 * Waits before a response is serialised: executing a heavy operation and serialising its response take a turn of the event
 * loop each.
 */
export const turnForResponse = (cost: number): Promise<void> | undefined =>
  isHeavy(cost) ? yieldToEventLoop() : undefined

/**
 * Limits the concurrency of heavy queries and mutations, fairly between accounts and client sites: graphql-js does not yield while it
 * has data to work on, so several at the same time would block the event loop for the sum of their times.
 */
export function createHeavyQuerySemaphore() {
  const semaphore = createFairSemaphore(perRequest.heavyQueries)

  async function acquirePermit(key: string): Promise<() => void> {
    await semaphore.acquire(key)
    const startedAt = performance.now()
    const timer = setTimeout(release, MAX_HOLD_MS)
    let isReleased = false
    function release(): void {
      if (isReleased) return
      isReleased = true
      clearTimeout(timer)
      const restMs = Math.min(restRatio * (performance.now() - startedAt), maxRestMs)
      setTimeout(() => semaphore.release(key), restMs)
    }
    return release
  }

  /** @returns a function to call when the operation has ended; may be called repeatedly */
  return async (key: string, cost: number): Promise<() => void> => {
    const release = isHeavy(cost) ? await acquirePermit(key) : () => {}
    if (cost > LIGHT_COST) await yieldToEventLoop(key)
    return release
  }
}
