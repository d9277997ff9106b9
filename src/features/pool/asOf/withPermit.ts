import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../../kernel/failure.js'

/** As-of queries that run concurrently: one per account. */
const MAX_CONCURRENT = 2
const QUEUEING = {
  /** A single GraphQL operation may ask for thirty points in time. */
  maxWaitingPerKey: 30,
  maxWaiting: 300,
  timeoutMs: 10_000,
  refusal: () => new Failure('SERVICE_UNAVAILABLE', 'Too many as-of queries are in progress. Try again in a moment.'),
}

/** Runs as-of work with a permit of the account. @throws Failure SERVICE_UNAVAILABLE; the signal's reason */
export type WithPermit = <T>(
  account: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

/** @param closing aborts all work, running or queued */
export function createWithPermit(closing: AbortSignal): WithPermit {
  const semaphore = createFairSemaphore({ permits: MAX_CONCURRENT })
  return (account, caller, work) => {
    const signal = AbortSignal.any([caller, closing])
    return semaphore.run(account, { ...QUEUEING, signal }, () => work(signal))
  }
}
