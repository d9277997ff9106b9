import { setTimeout as sleep } from 'node:timers/promises'
import { isTransient, unavailable } from './failures.js'

/** No attempt starts after this time; callers must get an error within 5 s, and an attempt may take 4 s. */
const MAX_RETRY_MS = 1_000
const FIRST_DELAY_MS = 25

/**
 * Retries idempotent work after transient failures: that an idle connection is dead is only noticed when it is used.
 * @throws StoreUnavailable
 */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + MAX_RETRY_MS
  for (let delay = FIRST_DELAY_MS; ; delay *= 2) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || performance.now() + delay > until) throw unavailable(error)
      await sleep(delay)
    }
  }
}
