import { duration } from '../progress/words.js'
import { PermanentError, RetryableError } from './retryErrors.js'

/** All waiting in a row, without any success in between. */
const PATIENCE_MS = 300_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000

export interface Waiting {
  /** Once it is aborted nothing is worth waiting for. */
  readonly signal: AbortSignal
  sleep(milliseconds: number): Promise<void>
  /** Says why it waits. */
  tell(line: string): void
}

/** Asks again and again until it is answered. @throws NotDone once it has waited long enough; whatever is not NotNow */
export type Retry = <T>(ask: () => Promise<T>) => Promise<T>

export const createRetry = ({ signal, sleep, tell }: Waiting): Retry =>
  async function persist(ask) {
    let waited = 0
    for (let turn = 0; ; turn++) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error
        signal.throwIfAborted()
        const wait = error.retryAfterMs ?? Math.min(FIRST_WAIT_MS * 2 ** turn, LONGEST_WAIT_MS)
        if (waited + wait > PATIENCE_MS)
          throw new PermanentError(`${error.message}. Given up after ${duration(waited)}.`)
        tell(`${error.message}; trying again in ${duration(Math.max(wait, 1_000))}`)
        await sleep(wait)
        waited += wait
      }
    }
  }
