/** What a deadline answers with. */
export const LATE = Symbol('late')

export interface Deadline {
  /** LATE when the time is over; rejects with the signal's reason when that aborts. Of many waits, one promise. */
  readonly over: Promise<typeof LATE>
  /** The work is done. */
  end(): void
}

/** For many pieces of work at once: each is raced against `over`. @param milliseconds from now */
export function startDeadline(milliseconds: number, signal: AbortSignal | undefined): Deadline {
  let end = () => {}
  const over = new Promise<typeof LATE>((resolve, reject) => {
    const timer = setTimeout(() => resolve(LATE), milliseconds)
    const abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
    end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  })
  // Somebody always looks at it; but not before the first piece of work has begun.
  over.catch(() => {})
  return { over, end: () => end() }
}

/**
 * The outcome of work, or of `late` when the time is over first. The work goes on then, for the sake of caches: nobody
 * waits for it.
 * @param milliseconds from now
 */
export const orLate = <T>(milliseconds: number, work: Promise<T>, late: () => T): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late())
      } catch (error) {
        reject(error)
      }
    }, milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
