// Finds the event at a position of the server's log, or that there is none.
import { FORWARDS } from '@kurrent/kurrentdb-client'
import type { Recorded } from '../../../../kernel/envelope.js'
import {
  DifferentLog,
  type KnownEvent,
  StoreUnavailable,
  UnreadableEvent,
} from '../../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../../kernel/position.js'
import { isRefusedPosition } from '../failures.js'
import { checkPosition, toPlace } from '../format/position.js'
import { readLast } from './newestEvent.js'
import type { ReadOpen, ReadPage } from './pages.js'

export type EventAt = (position: Position) => Promise<Recorded | undefined>

const requiresLeader = true

/**
 * A position is a place in a file. The leader refuses one inside of a record, and sends nothing from one after the last
 * record; only then is the last one read, because an empty page alone may mean that the leader is behind.
 * @param readPage passes over no event
 */
export const createEventAt =
  (readPage: ReadPage): EventAt =>
  async (position) => {
    if (checkPosition(position) === START) return undefined
    const open: ReadOpen = (client, maxCount) =>
      client.readAll({ fromPosition: toPlace(position), direction: FORWARDS, maxCount, requiresLeader })
    try {
      const { events, to } = await readPage({ count: 1, open })
      if (to) return events.find((event) => event.position === position)
    } catch (error) {
      if (error instanceof UnreadableEvent && error.event.position !== position) return undefined
      if (isRefusedPosition(error)) return undefined
      throw error
    }
    const { to } = await readPage({ count: 1, open: readLast })
    if (to && to.position < position) return undefined
    throw new StoreUnavailable(`KurrentDB does not say what lies at ${position}`)
  }

/** @throws DifferentLog when the log has another event, or none, at its position */
export async function assertEventAt(eventAt: EventAt, { position, id }: KnownEvent): Promise<void> {
  const found = await eventAt(position).catch((error: unknown) => {
    // What cannot be read is no evidence: the subscription reports it.
    if (error instanceof UnreadableEvent) return { id }
    throw error
  })
  if (found?.id !== id) throw new DifferentLog(position)
}
