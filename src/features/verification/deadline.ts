// Work that must end at a deadline.
import { createSharedTimeout } from '../../kernel/concurrency/sharedTimeout.js'

/** The outcome of work that the deadline has overtaken. */
export const TIMED_OUT = Symbol('timed out')

interface Deadline {
  /** Whether the deadline has passed. */
  readonly isOver: boolean
  /**
   * The work's outcome, or TIMED_OUT if the deadline passes first; rejects with the signal's reason when that aborts.
   */
  within<T>(work: Promise<T>): Promise<T | typeof TIMED_OUT>
  /** Releases the timer and listeners. To be called when the work is done. */
  end(): void
}

/**
 * Starts a deadline shared by many pieces of work.
 * @param milliseconds from now
 * @param finishEarly ends the deadline early when it aborts
 */
export function startDeadline(
  milliseconds: number,
  { signal, finishEarly }: { readonly signal: AbortSignal | undefined; readonly finishEarly: AbortSignal | undefined },
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
    [finishEarly, end],
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
      finishEarly?.removeEventListener('abort', end)
    },
  }
}

/**
 * The outcome of work, or of `fallback` if the timeout expires first. The work then continues in the background, for
 * the sake of caches.
 * @param milliseconds from now
 */
export const withTimeoutFallback = <T>(milliseconds: number, work: Promise<T>, fallback: () => T): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(fallback())
      } catch (error) {
        reject(error)
      }
    }, milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
