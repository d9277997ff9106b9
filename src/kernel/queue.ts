/** What one gives and another takes later; it holds so much, and breaks rather than more. */
export interface Queue<T> {
  /** False when it has broken: nobody takes what it held, and giving more is of no use. */
  give(value: T): boolean
  /** The next, in order; undefined when the signal aborts. One may wait at a time. @throws what it broke with */
  take(): Promise<T | undefined>
}

/**
 * @param broken makes the error that it ends with when more than `most` wait
 * @param join puts a value into one of those that wait already; false where it belongs to none
 */
export function createQueue<T>(
  most: number,
  signal: AbortSignal,
  broken: () => Error,
  join: (waiting: T[], value: T) => boolean = () => false,
): Queue<T> {
  let waiting: T[] = []
  let error: Error | undefined
  let wake: (() => void) | undefined

  function awaken(): void {
    wake?.()
    wake = undefined
  }
  signal.addEventListener('abort', awaken, { once: true })

  return {
    give(value) {
      if (error) return false
      if (join(waiting, value)) return true
      if (waiting.length >= most) {
        waiting = []
        error = broken()
      } else waiting.push(value)
      awaken()
      return error === undefined
    },
    async take() {
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
