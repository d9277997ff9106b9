import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { createFairTurns } from '../../../kernel/concurrency/fairTurns.js'
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'

/** Downloads at once: each holds a file open, and up to a MiB in memory while its client is slow. */
const MOST = 200
/** One account may have a sixth of them while it is alone. */
const ALPHA = 0.2

/** Passes on what an account downloads, a piece in a turn of the event loop. */
export type FairDownloads = <T>(account: string, pieces: AsyncIterable<T>) => AsyncGenerator<T, void>

/** Shares downloads between accounts: an account that has too many under way waits for its own to end. */
export function createFairDownloads(): FairDownloads {
  const semaphore = createFairSemaphore({ permits: MOST, alpha: ALPHA })
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
