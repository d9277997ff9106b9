import type { Actor } from '../kernel/actor.js'
import type { DomainEvent, NewEvent } from '../kernel/envelope.js'
import { derivedId } from '../kernel/ids.js'

/**
 * Dresses what a decision returned for the log. The ids derive from command, stream and index: a command that
 * is repeated after a lost answer makes the same ids again, and the log recognises them.
 */
export const newEvents = <E extends DomainEvent>(stream: string, events: readonly E[], actor: Actor): NewEvent<E>[] =>
  events.map((event, index) => ({
    id: derivedId(`${actor.commandId}/${stream}/${index}`),
    type: event.type,
    data: event.data,
    meta: {
      schema: '1',
      correlationId: actor.correlationId,
      causationId: actor.commandId,
      commandId: actor.commandId,
      actor: actor.id,
    },
  }))
