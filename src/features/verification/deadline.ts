import { createSharedTimeout } from '../../kernel/concurrency/sharedTimeout.js'

/** What a deadline answers with. */
export const TIMED_OUT = Symbol('late')

export interface Deadline {
  /** Whether the time is over. */
  readonly isOver: boolean
  /** The work's outcome, or LATE when the time is over first; rejects with the signal's reason when that aborts. */
  within<T>(work: Promise<T>): Promise<T | typeof TIMED_OUT>
  /** The work is done. */
  end(): void
}

/**
 * For many pieces of work at once.
 * @param milliseconds from now
 * @param hurry the time is over when it aborts, too
 */
export function startDeadline(
  milliseconds: number,
  { signal, hurry }: { readonly signal: AbortSignal | undefined; readonly hurry: AbortSignal | undefined },
): Deadline {
  const { race, expire, fail } = createSharedTimeout<typeof TIMED_OUT>()
  let isOver = false
  const end = () => {
    isOver = true
    expire(TIMED_OUT)
  }
  const abort = () => fail(signal?.reason)
  const timer = setTimeout(end, milliseconds)
  for (const [given, act] of [
    [signal, abort],
    [hurry, end],
  ] as const) {
    given?.addEventListener('abort', act, { once: true })
    if (given?.aborted) act()
  }
  return {
    get isOver() {
      return isOver
    },
    within: race,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      hurry?.removeEventListener('abort', end)
    },
  }
}

/**
 * The outcome of work, or of `late` when the time is over first. The work goes on then, for the sake of caches: nobody
 * waits for it.
 * @param milliseconds from now
 */
export const withTimeoutFallback = <T>(milliseconds: number, work: Promise<T>, late: () => T): Promise<T> =>
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
