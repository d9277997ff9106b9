import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../../kernel/failure.js'
import { sharedWork } from '../../../kernel/limits.js'

/** Runs a search of the log with a permit of the account. @throws Failure SERVICE_UNAVAILABLE */
export type FairScans = <T>(account: string, scan: () => Promise<T>) => Promise<T>

/** Shares searches of the log fairly between accounts: each may read many events. */
export function createFairScans(): FairScans {
  const semaphore = createFairSemaphore(sharedWork.outcomeScans)
  const queueing = { ...sharedWork.outcomeScans.queue, refusal: tooMany, signal: undefined }
  return (account, scan) => semaphore.run(account, queueing, scan)
}

const tooMany = () =>
  new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many outcomes are being matched at the moment. Nothing more was recorded; try again.',
  )
