import { duration } from '../progress/words.js'
import { PermanentError, RetryableError } from './retryErrors.js'

/** No attempt begins after this time; an attempt takes up to five seconds. */
const DEADLINE_MS = 12_000
const INITIAL_DELAY_MS = 500

interface ReachOptions {
  readonly service: { readonly healthUrl: URL; reach(): Promise<void> }
  sleep(milliseconds: number): Promise<void>
  /** Reports why it waits. */
  report(line: string): void
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number
}

/**
 * Waits until a server responds at the base URL, before anything is uploaded. Much shorter than the retries of a job in
 * progress: a wrong URL is likelier than an outage.
 * @throws PermanentError that says what was tried
 */
export async function reachService({ service, sleep, report, now }: ReachOptions): Promise<void> {
  const began = now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await service.reach()
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error
      const delay = INITIAL_DELAY_MS * 2 ** (attempt - 1)
      const elapsed = now() - began
      if (elapsed + delay > DEADLINE_MS) {
        throw new PermanentError(
          `${error.message}. Tried GET ${service.healthUrl.href} ${attempt} times in ${duration(elapsed)}. Nothing was uploaded. Check --url, and that the service is running.`,
        )
      }
      report(`${error.message}; retrying in ${duration(delay)}`)
      await sleep(delay)
    }
  }
}
