import { LRUCache } from 'lru-cache'
import { createFairSemaphore, Refused } from '../../../kernel/concurrency/fairSemaphore.js'
import { entryLimit } from '../../../kernel/entryLimit.js'
import { sharedWork } from '../../../kernel/limits.js'

/** An attempt that gets no permit within this time is left to a later run. */
const PERMIT_TIMEOUT_MS = 5_000
/** Maximum number of cached ids of large bodies, so that none is read only to wait for a permit. */
const MAX_KNOWN = 10_000

export type LargeBodies = ReturnType<typeof createLargeBodies>

/** Bounds the memory that large bodies take while their receivers do not respond. */
export function createLargeBodies({ waitMs = PERMIT_TIMEOUT_MS } = {}) {
  const permits = createFairSemaphore({ permits: sharedWork.deliveries.large })
  const known = new LRUCache<string, true>(entryLimit(MAX_KNOWN))

  return {
    isKnown: (content: string): boolean => known.has(content),

    /** Whether a body is large; caches the id of one that is. */
    isLarge(content: string, body: string): boolean {
      if (Buffer.byteLength(body) <= sharedWork.deliveries.largeBytes) return false
      known.set(content, true)
      return true
    },

    /**
     * @param signal aborts when the service stops
     * @returns the result of `work`; `busy` if there was no permit in time
     */
    async withPermit<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | 'busy'> {
      try {
        return await permits.run(account, { signal, timeoutMs: waitMs }, work)
      } catch (error) {
        if (error instanceof Refused || error === signal.reason) return 'busy'
        throw error
      }
    },
  }
}
