import { duration } from '../progress/words.js'
import { PermanentError, RetryableError } from './retryErrors.js'

/** Maximum total wait of one operation, by default. */
const RETRY_TIMEOUT_MS = 300_000
const INITIAL_DELAY_MS = 500
const MAX_DELAY_MS = 15_000

interface RetryOptions {
  /** Aborting it ends the retries. */
  readonly signal: AbortSignal
  sleep(milliseconds: number): Promise<void>
  /** Reports why it waits. */
  report(line: string): void
  /** Maximum total wait of one operation, in milliseconds. */
  readonly timeoutMs?: number
}

/** Retries with exponential back-off, or after a longer Retry-After, on RetryableError. @throws PermanentError after the timeout; rethrows any other error */
export type Retry = <T>(operation: () => Promise<T>) => Promise<T>

export const createRetry = ({ signal, sleep, report, timeoutMs = RETRY_TIMEOUT_MS }: RetryOptions): Retry =>
  async function retry(operation) {
    let waited = 0
    for (let attempt = 0; ; attempt++) {
      try {
        return await operation()
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error
        signal.throwIfAborted()
        const delay = Math.max(error.retryAfterMs ?? 0, Math.min(INITIAL_DELAY_MS * 2 ** attempt, MAX_DELAY_MS))
        if (waited + delay > timeoutMs) throw new PermanentError(`${error.message}. Gave up after ${duration(waited)}.`)
        report(`${error.message}; retrying in ${duration(Math.max(delay, 1_000))}`)
        await sleep(delay)
        waited += delay
      }
    }
  }
