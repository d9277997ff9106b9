import { LRUCache } from 'lru-cache'
import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'

/** Characters from which a body counts as large: results of thousands of rows are megabytes. */
const LARGE = 256 * 1_024
/** Attempts with a large body under way at once, shared fairly between accounts: each holds its body twice. */
const AT_ONCE = 12
/** An attempt that gets no permit within this is left to a later run. */
const WAIT_MS = 5_000
/** Large bodies whose ids are remembered, so that none is opened only to find that it has to wait. */
const MAX_KNOWN = 10_000

export type LargeBodies = ReturnType<typeof createLargeBodies>

/** Bounds the memory that receivers which never answer can hold. */
export function createLargeBodies({ waitMs = WAIT_MS } = {}) {
  const permits = createFairSemaphore({ permits: AT_ONCE })
  const known = new LRUCache<string, true>({ max: MAX_KNOWN })

  return {
    isKnown: (content: string): boolean => known.has(content),

    /** Whether a body is large; one that is becomes known. */
    isLarge(content: string, body: string): boolean {
      if (body.length <= LARGE) return false
      known.set(content, true)
      return true
    },

    /**
     * @param signal aborts when the service stops
     * @returns what `work` returned; `busy` when there was no permit in time
     */
    async withPermit<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | 'busy'> {
      try {
        await permits.acquire(account, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]))
      } catch {
        return 'busy'
      }
      try {
        return await work()
      } finally {
        permits.release(account)
      }
    },
  }
}
