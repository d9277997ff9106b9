import type { Recorded } from '../kernel/envelope.js'
import { type EventStore, UnreadableEvent } from '../kernel/ports/eventStore.js'
import type { Position } from '../kernel/position.js'

/** The event at a position; undefined if there is none, or it cannot be read. */
export const readableEventAt = (
  store: Pick<EventStore, 'eventAt'>,
  position: Position,
): Promise<Recorded | undefined> =>
  store.eventAt(position).catch((error: unknown) => {
    if (error instanceof UnreadableEvent) return undefined
    throw error
  })
