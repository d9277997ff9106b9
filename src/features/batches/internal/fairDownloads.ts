import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { createFairTurns } from '../../../kernel/concurrency/fairTurns.js'
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'

/** Concurrent downloads. Each keeps a file open, and up to 1 MiB in memory while its client is slow. */
const MAX_DOWNLOADS = 200
/** For the fair semaphore: an account that is alone may use a sixth of the permits. */
const ALPHA = 0.2

/** Passes on the pieces of an account's download, one per turn of the event loop. */
export type FairDownloads = <T>(account: string, pieces: AsyncIterable<T>) => AsyncGenerator<T, void>

/**
 * Divides download capacity between accounts: an account with too many running downloads waits for one of its own to
 * end.
 */
export function createFairDownloads(): FairDownloads {
  const semaphore = createFairSemaphore({ permits: MAX_DOWNLOADS, alpha: ALPHA })
  const takeTurn = createFairTurns(yieldToEventLoop)

  return async function* fairly(account, pieces) {
    const free = semaphore.acquire(account)
    if (free) await free
    try {
      for await (const piece of pieces) {
        yield piece
        await takeTurn(account)
      }
    } finally {
      semaphore.release(account)
    }
  }
}
