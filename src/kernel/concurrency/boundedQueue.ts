/** What one gives and another takes later; it holds so much, and breaks rather than more. */
export interface BoundedQueue<T> {
  /** False when it has broken: nobody takes what it held, and giving more is of no use. */
  push(value: T): boolean
  /** The next, in order; undefined when the signal aborts. One may wait at a time. @throws what it broke with */
  pull(): Promise<T | undefined>
}

/**
 * @param overflow makes the error that it ends with when more than `most` wait
 * @param coalesce puts a value into one of those that wait already; false where it belongs to none
 */
export function createBoundedQueue<T>(
  capacity: number,
  signal: AbortSignal,
  overflow: () => Error,
  coalesce: (waiting: T[], value: T) => boolean = () => false,
): BoundedQueue<T> {
  let waiting: T[] = []
  let error: Error | undefined
  let wake: (() => void) | undefined

  function awaken(): void {
    wake?.()
    wake = undefined
  }
  signal.addEventListener('abort', awaken, { once: true })

  return {
    push(value) {
      if (error) return false
      if (coalesce(waiting, value)) return true
      if (waiting.length >= capacity) {
        waiting = []
        error = overflow()
      } else waiting.push(value)
      awaken()
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
