// Memory for content that has not arrived completely: bodies of requests and WebSocket messages.
import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../kernel/failure.js'
import { sharedWork } from '../../kernel/limits.js'

/** What one body or one connection holds of the budget. */
export interface Lease {
  /**
   * Changes the number of bytes held; 0 returns everything.
   * @returns false if the holder's share does not allow it: nothing is changed then
   */
  resize(bytes: number): boolean
}

export interface ByteBudget {
  /** @param holder whose share it is: an account or a client site */
  lease(holder: string): Lease
  /** Bytes held by all. */
  held(): number
}

/** Shared by dynamic thresholds: a holder that is alone may have two thirds, and some bytes always stay free. */
export function createByteBudget(total = sharedWork.bodiesInTransit.totalBytes): ByteBudget {
  const semaphore = createFairSemaphore({ permits: total })
  return {
    lease(holder) {
      let held = 0
      return {
        resize(bytes) {
          if (bytes > held && !semaphore.tryAcquire(holder, bytes - held)) return false
          if (bytes < held) semaphore.release(holder, held - bytes)
          held = bytes
          return true
        },
      }
    },
    held: () => total - semaphore.free(),
  }
}

/** 503 and not 429: it is not about requests per time. */
export const shareTaken = (): Failure =>
  new Failure(
    'SERVICE_UNAVAILABLE',
    'Your share of the memory for bodies in transit is taken. Send fewer at the same time, or each of them faster.',
  )
