import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../kernel/failure.js'
import { perClient } from '../../kernel/limits.js'

export type SocketPermits = ReturnType<typeof createSocketPermits>

/** Permits for WebSockets and event streams, shared fairly between client addresses: one that is alone may have two thirds of them. */
export function createSocketPermits(permits: number = perClient.sockets.permits) {
  const semaphore = createFairSemaphore({ permits })
  return {
    /** @returns a function that releases the permit; call it once @throws Failure SERVICE_UNAVAILABLE */
    acquire(client: string): () => void {
      if (!semaphore.tryAcquire(client)) throw tooManySockets(semaphore.held(client))
      return () => semaphore.release(client)
    },
  }
}

const tooManySockets = (held: number): Failure =>
  new Failure(
    'SERVICE_UNAVAILABLE',
    held > 0
      ? `Your address has reached its share of WebSockets and event streams (${held} open). Close one, or try again in a moment.`
      : 'The service has reached its limit of WebSockets and event streams. Try again in a moment.',
  )
