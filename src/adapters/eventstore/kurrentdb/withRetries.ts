import { setTimeout as sleep } from 'node:timers/promises'
import { isServerTimeout, isTransient, unavailable } from './failures.js'

/** Time for all attempts together: callers must get an error within 5 s when the store does not respond. */
const BUDGET_MS = 4_000
/** No attempt starts after this time when the server cannot be reached. */
const UNREACHABLE_MS = 1_000
const FIRST_DELAY_MS = 25
const LAST_DELAY_MS = 400
/** An attempt with less time than this is not started. */
const MIN_ATTEMPT_MS = 100

/**
 * Retries idempotent work after transient failures, as long as the time for all attempts together allows: that an idle
 * connection is dead is only noticed when it is used; and a server that is still writing the first copy of an append
 * answers `Timeout` to the second.
 * @param work called with its timeout in milliseconds
 * @throws StoreUnavailable, or an error that is not the store's
 */
export async function withRetries<T>(work: (timeoutMs: number) => Promise<T>): Promise<T> {
  const begun = performance.now()
  for (let delay = FIRST_DELAY_MS; ; delay = Math.min(2 * delay, LAST_DELAY_MS)) {
    try {
      return await work(BUDGET_MS - (performance.now() - begun))
    } catch (error) {
      const limit = isServerTimeout(error) ? BUDGET_MS - MIN_ATTEMPT_MS : UNREACHABLE_MS
      if (!isTransient(error) || performance.now() + delay - begun > limit) throw storeError(error)
      await sleep(delay)
    }
  }
}

/** Work that must not be repeated. @throws StoreUnavailable, or an error that is not the store's */
export async function once<T>(work: (timeoutMs: number) => Promise<T>): Promise<T> {
  try {
    return await work(BUDGET_MS)
  } catch (error) {
    throw storeError(error)
  }
}

const storeError = (error: unknown): Error =>
  error instanceof RangeError || (error as Error)?.name === 'ConcurrencyConflict'
    ? (error as Error)
    : unavailable(error)
