import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../../kernel/failure.js'
import { sharedWork } from '../../../kernel/limits.js'

/** Runs a query with a permit of the account. @throws Failure SERVICE_UNAVAILABLE; the signal's reason */
export type FairQueries = <T>(account: string, signal: AbortSignal | undefined, query: () => Promise<T>) => Promise<T>

/** Shares the queries of this feature fairly between accounts: each may read for a long time. */
export function createFairQueries(): FairQueries {
  const semaphore = createFairSemaphore(sharedWork.verdictQueries)
  const queueing = { ...sharedWork.verdictQueries.queue, refusal: tooMany }
  return (account, signal, query) => semaphore.run(account, { ...queueing, signal }, query)
}

const tooMany = () =>
  new Failure('SERVICE_UNAVAILABLE', 'Too many queries of verdicts are in progress at the moment. Try again.')
