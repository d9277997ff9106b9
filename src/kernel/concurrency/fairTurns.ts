import { createFairSemaphore } from './fairSemaphore.js'

/** Resolves in a turn of the event loop that is the key's. */
export type FairTurns = (key: string) => Promise<void>

/**
 * Divides turns of the event loop between keys that have long work to do: however many pieces of it are under way, one
 * slice is done in a turn, and keys have their turns one after the other.
 * @param nextTurn resolves in a later turn of the event loop
 */
export function createFairTurns(nextTurn: () => Promise<unknown>): FairTurns {
  const loop = createFairSemaphore({ permits: 1 })
  return async (key) => {
    const free = loop.acquire(key)
    if (free) await free
    try {
      await nextTurn()
    } finally {
      loop.release(key)
    }
  }
}
