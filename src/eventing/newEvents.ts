import type { Actor } from '../kernel/actor.js'
import type { DomainEvent, NewEvent } from '../kernel/envelope.js'
import { eventId } from '../kernel/ids.js'

/**
 * Adds ids and metadata to decided events.
 * @param key id of the API key to record, if any
 */
export const newEvents = <E extends DomainEvent>(
  stream: string,
  events: readonly E[],
  actor: Actor,
  key?: string,
): NewEvent<E>[] =>
  events.map((event, index) => ({
    id: eventId(stream, index, actor),
    type: event.type,
    data: event.data,
    meta: {
      schema: '1',
      correlationId: actor.correlationId,
      causationId: actor.commandId,
      commandId: actor.commandId,
      actor: actor.id,
      ...(key !== undefined && { key }),
    },
  }))
