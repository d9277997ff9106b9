import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../../kernel/failure.js'

export interface AsOfSemaphoreOptions {
  /** Pieces of work at once. */
  readonly places: number
  /** Those of one account that wait for a place, at most. */
  readonly waiting: number
  /** The same of all accounts. */
  readonly waitingInAll: number
  /** How long one waits, at most. */
  readonly patienceMs: number
}

/** Gives a place back. */
type Leave = () => void

/**
 * So many pieces of heavy work at once, shared between accounts: of two places one account has one. Others wait, not
 * many and not long; accounts have their turns in rotation, and each its own in the order in which they came.
 */
export function createAsOfSemaphore({ places, waiting, waitingInAll, patienceMs }: AsOfSemaphoreOptions) {
  const semaphore = createFairSemaphore({ permits: places })
  let queued = 0

  const leaveOf =
    (account: string): Leave =>
    () =>
      semaphore.release(account)

  async function wait(account: string, signal: AbortSignal): Promise<void> {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(busy()), patienceMs)
    queued++
    try {
      await semaphore.acquire(account, AbortSignal.any([signal, patience.signal]))
    } finally {
      queued--
      clearTimeout(timer)
    }
  }

  return {
    /**
     * @returns what gives the place back; once
     * @throws Failure SERVICE_UNAVAILABLE; the signal's reason
     */
    async enter(account: string, signal: AbortSignal): Promise<Leave> {
      signal.throwIfAborted()
      if (semaphore.waiting(account) === 0 && semaphore.tryAcquire(account)) return leaveOf(account)
      if (semaphore.waiting(account) >= waiting || queued >= waitingInAll) throw busy()
      await wait(account, signal)
      return leaveOf(account)
    },
  }
}

const busy = () =>
  new Failure('SERVICE_UNAVAILABLE', 'Too many questions about the past are being answered. Ask again in a moment.')
