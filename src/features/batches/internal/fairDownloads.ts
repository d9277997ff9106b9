import { createFairSemaphore, type Queueing } from '../../../kernel/concurrency/fairSemaphore.js'
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'
import { Failure } from '../../../kernel/failure.js'
import { sharedWork } from '../../../kernel/limits.js'

/**
 * Passes on the pieces of an account's download, one per turn of the event loop.
 * @param signal ends the wait for a permit when the client has disconnected
 * @throws Failure SERVICE_UNAVAILABLE, before the first piece; the signal's reason
 */
export type FairDownloads = <T>(
  account: string,
  pieces: AsyncIterable<T>,
  signal?: AbortSignal,
) => AsyncGenerator<T, void>

/**
 * Divides download capacity between accounts: an account with too many running downloads waits for one of its own to
 * end. Few may wait, and not for long: each keeps a connection and its request in memory.
 */
export function createFairDownloads(queue: Partial<Queueing> = {}): FairDownloads {
  const semaphore = createFairSemaphore(sharedWork.downloads)
  const queueing = { ...sharedWork.downloads.queue, refusal: tooMany, ...queue }

  return async function* fairly(account, pieces, signal) {
    await semaphore.acquire(account, { ...queueing, signal })
    try {
      for await (const piece of pieces) {
        yield piece
        await yieldToEventLoop(account)
      }
    } finally {
      semaphore.release(account)
    }
  }
}

const tooMany = () =>
  new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many downloads of this account are in progress. Try again when one has finished.',
  )
