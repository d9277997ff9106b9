import { createAsOfSemaphore } from './asOfSemaphore.js'

const MAX_CONCURRENT_QUERIES = 2
/** Queued queries per account: a single GraphQL operation may ask for thirty points in time. */
const MAX_QUEUED_PER_ACCOUNT = 30
const MAX_QUEUED = 300
const QUEUE_TIMEOUT_MS = 10_000

export type WithPermit = ReturnType<typeof createWithPermit>

/** Runs as-of work with a permit of the account. @param closing aborts all work, running or queued */
export function createWithPermit(closing: AbortSignal) {
  const semaphore = createAsOfSemaphore({
    permits: MAX_CONCURRENT_QUERIES,
    maxQueuedPerAccount: MAX_QUEUED_PER_ACCOUNT,
    maxQueued: MAX_QUEUED,
    queueTimeoutMs: QUEUE_TIMEOUT_MS,
  })

  return async <T>(account: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const either = AbortSignal.any([signal, closing])
    const release = await semaphore.acquire(account, either)
    try {
      return await work(either)
    } finally {
      release()
    }
  }
}
