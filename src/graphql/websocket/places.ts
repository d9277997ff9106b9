import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../kernel/failure.js'

/** Connections of all clients. */
const MAX_SOCKETS = 5_000

/** Connections shared between client addresses: one that is alone may have two thirds of them. */
export function createSocketPlaces(permits = MAX_SOCKETS) {
  const places = createFairSemaphore({ permits })
  return {
    /** @returns what gives the place back, once @throws Failure SERVICE_UNAVAILABLE */
    take(client: string): () => void {
      if (!places.tryAcquire(client)) throw tooManySockets(places.held(client))
      return () => places.release(client)
    },
  }
}

const tooManySockets = (held: number): Failure =>
  new Failure(
    'SERVICE_UNAVAILABLE',
    held > 0
      ? `There are ${held} WebSockets from your address already, as many as there is room for. Close one, or try again in a moment.`
      : 'There is no room for another WebSocket. Try again in a moment.',
  )
