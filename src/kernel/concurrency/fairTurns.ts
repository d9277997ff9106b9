import { createFairSemaphore } from './fairSemaphore.js'

/** Waits for the key's next turn of the event loop. */
type FairTurns = (key: string) => Promise<void>

/**
 * Round-robin scheduler for turns of the event loop: keys with long work get one turn each in rotation, and one slice
 * of work runs per turn, however many pieces of work are running.
 * @param nextTurn resolves in a later turn of the event loop
 */
export function createFairTurns(nextTurn: () => Promise<unknown>): FairTurns {
  const turn = createFairSemaphore({ permits: 1 })
  return async (key) => {
    const free = turn.acquire(key)
    if (free) await free
    try {
      await nextTurn()
    } finally {
      turn.release(key)
    }
  }
}
