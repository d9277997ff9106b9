/** Bounded queue between one producer and one consumer: it fails on overflow instead of growing without bound. */
interface BoundedQueue<T> {
  /** Adds a value. @returns false once the queue has failed: what it held is dropped, and further values are ignored */
  push(value: T): boolean
  /**
   * The next value, in order; undefined when the signal aborts. Only one call may wait at a time.
   * @throws the overflow error
   */
  pull(): Promise<T | undefined>
}

/**
 * @param capacity maximum number of waiting values
 * @param overflow creates the error with which the queue fails when more than `capacity` values wait
 */
export function createBoundedQueue<T>(capacity: number, signal: AbortSignal, overflow: () => Error): BoundedQueue<T> {
  let waiting: T[] = []
  let error: Error | undefined
  let wake: (() => void) | undefined

  function wakeConsumer(): void {
    wake?.()
    wake = undefined
  }
  signal.addEventListener('abort', wakeConsumer, { once: true })

  return {
    push(value) {
      if (error) return false
      if (waiting.length >= capacity) {
        waiting = []
        error = overflow()
      } else waiting.push(value)
      wakeConsumer()
      return error === undefined
    },
    async pull() {
      if (waiting.length === 0 && !error && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (signal.aborted) return undefined
      if (error) throw error
      return waiting.shift()
    },
  }
}
