import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'

/** Queries that cost more are not begun all at once. */
const HEAVY_COST = 1_500
/** Heavy queries that are begun at once, of all accounts and client addresses. */
const AT_ONCE = 2
/** A query that still waits for a store by then no longer keeps others waiting. */
const LEASE_MS = 250

/**
 * Lets heavy queries begin a few at a time, by turns of the accounts and client addresses that ask: graphql-js carries
 * out what it has data for without a pause, and several at once would hold the event loop for the sum of their times.
 */
export function createHeavyTurns() {
  const semaphore = createFairSemaphore({ permits: AT_ONCE })

  /** @returns what ends the turn, once; it ends by itself after a while */
  return async (key: string, cost: number): Promise<() => void> => {
    if (cost <= HEAVY_COST) return () => {}
    await semaphore.acquire(key)
    const timer = setTimeout(end, LEASE_MS)
    let isOver = false
    function end(): void {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      semaphore.release(key)
    }
    return end
  }
}
