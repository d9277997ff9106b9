import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../kernel/failure.js'
import { perAccount } from '../../kernel/limits.js'

const { asOf } = perAccount
const QUEUEING = {
  ...asOf.queue,
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
  const semaphore = createFairSemaphore(asOf)
  return (account, caller, work) => {
    const signal = AbortSignal.any([caller, closing])
    return semaphore.run(account, { ...QUEUEING, signal }, () => work(signal))
  }
}
