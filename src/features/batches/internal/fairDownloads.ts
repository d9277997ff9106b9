import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'
import { Failure } from '../../../kernel/failure.js'

/** Concurrent downloads. Each keeps a file open, and up to 1 MiB in memory while its client is slow. */
const MAX_DOWNLOADS = 200
/** For the fair semaphore: an account that is alone may use a sixth of the permits. */
const ALPHA = 0.2
/** Downloads of one account that wait for a permit. */
const MAX_WAITING = 50
const MAX_WAIT_MS = 30_000

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
export function createFairDownloads({ maxWaitMs = MAX_WAIT_MS } = {}): FairDownloads {
  const semaphore = createFairSemaphore({ permits: MAX_DOWNLOADS, alpha: ALPHA })

  return async function* fairly(account, pieces, signal) {
    await semaphore.acquire(account, { signal, timeoutMs: maxWaitMs, maxWaitingPerKey: MAX_WAITING, refusal: tooMany })
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
