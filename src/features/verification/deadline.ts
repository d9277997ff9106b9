import { createCutOff } from '../../kernel/cutOff.js'

/** What a deadline answers with. */
export const LATE = Symbol('late')

export interface Deadline {
  /** The work's outcome, or LATE when the time is over first; rejects with the signal's reason when that aborts. */
  within<T>(work: Promise<T>): Promise<T | typeof LATE>
  /** The work is done. */
  end(): void
}

/** For many pieces of work at once. @param milliseconds from now */
export function startDeadline(milliseconds: number, signal: AbortSignal | undefined): Deadline {
  const { within, late, fail } = createCutOff<typeof LATE>()
  const timer = setTimeout(late, milliseconds, LATE)
  const abort = () => fail(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  return {
    within,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
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
