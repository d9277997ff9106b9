/** Semaphore with callbacks instead of promises: a waiter costs one function and may decline its permit. */
interface CallbackSemaphore {
  /**
   * Calls `start` as soon as a permit is free; waiters are served first come, first served. `start` returns whether it
   * took the permit: its work may have been cancelled while it waited.
   */
  acquire(start: () => boolean): void
  /** Returns a permit. Call it once for each permit taken. */
  release(): void
}

/** Served waiters that are kept at the head of the queue before it is copied. */
const COMPACT_AFTER = 1_024

/** @param permits maximum number of pieces of work running concurrently */
export function createCallbackSemaphore(permits: number): CallbackSemaphore {
  let free = permits
  let queue: (() => boolean)[] = []
  /** Index of the next waiter. */
  let head = 0

  /** Drops the served waiters. Amortised, it costs less than one copy per waiter, and memory stays bounded. */
  function compact(): void {
    if (head < COMPACT_AFTER && head < queue.length) return
    queue = queue.slice(head)
    head = 0
  }

  return {
    acquire(start) {
      if (free === 0) queue.push(start)
      else if (start()) free--
    },
    release() {
      while (head < queue.length) {
        const start = queue[head++]!
        compact()
        if (start()) return
      }
      free++
    },
  }
}
