/**
 * Concurrency limit of one producer: a semaphore whose `acquire` always succeeds and, when the limit is reached, makes
 * the producer wait before it starts the next piece of work.
 */
export interface ConcurrencyLimit {
  /** Takes a permit. Resolves when the next piece of work may start; undefined if it may start immediately. */
  acquire(): Promise<void> | undefined
  /** Returns a permit. */
  release(): void
}

/** @param permits maximum number of pieces of work running concurrently */
export function createConcurrencyLimit(permits: number): ConcurrencyLimit {
  let taken = 0
  let waiting: (() => void)[] = []
  return {
    acquire() {
      taken++
      if (taken < permits) return undefined
      return new Promise((resolve) => waiting.push(resolve))
    },
    release() {
      taken--
      if (taken >= permits || waiting.length === 0) return
      const resumed = waiting
      waiting = []
      for (const resume of resumed) resume()
    },
  }
}
