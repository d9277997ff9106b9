import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../../kernel/failure.js'

interface AsOfSemaphoreOptions {
  /** Maximum number of concurrent queries. */
  readonly permits: number
  /** Maximum number of queued queries per account. */
  readonly maxQueuedPerAccount: number
  /** Maximum number of queued queries of all accounts. */
  readonly maxQueued: number
  /** Maximum time in the queue, in milliseconds. */
  readonly queueTimeoutMs: number
}

/** Gives the permit back. */
type Release = () => void

/**
 * A fair semaphore with a bounded queue and a queue timeout, for expensive work: of two permits, one account gets one.
 * Accounts take turns in rotation; the queries of one account run in the order in which they arrived.
 */
export function createAsOfSemaphore(options: AsOfSemaphoreOptions) {
  const { permits, maxQueuedPerAccount, maxQueued, queueTimeoutMs } = options
  const semaphore = createFairSemaphore({ permits })
  let queued = 0

  const releaseOf =
    (account: string): Release =>
    () =>
      semaphore.release(account)

  async function wait(account: string, signal: AbortSignal): Promise<void> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(busy()), queueTimeoutMs)
    queued++
    try {
      await semaphore.acquire(account, AbortSignal.any([signal, timeout.signal]))
    } finally {
      queued--
      clearTimeout(timer)
    }
  }

  return {
    /**
     * @returns a function that releases the permit; to be called once
     * @throws Failure SERVICE_UNAVAILABLE when the queue is full or the timeout expires; the signal's reason
     */
    async acquire(account: string, signal: AbortSignal): Promise<Release> {
      signal.throwIfAborted()
      if (semaphore.waiting(account) === 0 && semaphore.tryAcquire(account)) return releaseOf(account)
      if (semaphore.waiting(account) >= maxQueuedPerAccount || queued >= maxQueued) throw busy()
      await wait(account, signal)
      return releaseOf(account)
    },
  }
}

const busy = () => new Failure('SERVICE_UNAVAILABLE', 'Too many as-of queries are in progress. Try again in a moment.')
