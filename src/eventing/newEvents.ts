import type { Actor } from '../kernel/actor.js'
import type { DomainEvent, NewEvent } from '../kernel/envelope.js'
import { derivedId } from '../kernel/ids.js'

/** Deterministic id of an event. @param index place of the event in the command's append to the stream */
export const eventId = (stream: string, index: number, { commandId }: Pick<Actor, 'commandId'>): string =>
  derivedId(`${commandId}/${stream}/${index}`)

/**
 * Adds ids and metadata to decided events. The ids derive from command, stream and index: a command that is repeated
 * after a lost response produces the same ids again, and the log recognises them.
 */
export const newEvents = <E extends DomainEvent>(stream: string, events: readonly E[], actor: Actor): NewEvent<E>[] =>
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
    },
  }))
