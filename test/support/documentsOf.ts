import type { Projection } from '../../src/eventing/projection.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'
import type { Document } from '../../src/kernel/ports/documentStore.js'
import { frozen } from './frozen.js'

/**
 * What a projection makes of a history, by id: an event after the other, into a document after the other, by its two
 * functions alone. What they are given is frozen.
 */
export function documentsOf<E extends DomainEvent, D extends Document>(
  projection: Projection<E, D>,
  events: readonly Recorded[],
): { readonly [id: string]: D } {
  const documents = new Map<string, D>()
  for (const event of events as readonly Recorded<E>[]) {
    for (const id of projection.keys(event)) {
      const document = projection.apply(documents.get(id), event, id)
      if (document === null) documents.delete(id)
      else documents.set(id, frozen(document))
    }
  }
  return Object.fromEntries(documents)
}
