import type { Actor } from '../kernel/actor.js'
import type { DomainEvent, Meta, NewEvent } from '../kernel/envelope.js'
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
    meta: metaOf(actor, key),
  }))

/** Without a spread for verifications, which have no key here. */
function metaOf({ id, correlationId, commandId }: Actor, key: string | undefined): Meta {
  const meta: Meta = { schema: '1', correlationId, causationId: commandId, commandId, actor: id }
  return key === undefined ? meta : { ...meta, key }
}
