import type { Projection } from '../../src/eventing/projection.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'
import { isErasure } from '../../src/kernel/erasure.js'
import type { Document } from '../../src/kernel/ports/documentStore.js'
import { frozen } from './frozen.js'

/**
 * What a projection makes of a history, by id: an event after the other, into a document after the other, by its two
 * functions alone. Of an owner who is erased nothing stays, and
 * nothing comes later. What they are given is frozen.
 */
export function documentsOf<E extends DomainEvent, D extends Document>(
  projection: Projection<E, D>,
  events: readonly Recorded[],
): { readonly [id: string]: D } {
  const documents = new Map<string, D>()
  const erased = new Set<unknown>()
  for (const event of events as readonly Recorded<E>[]) {
    if (isErasure(event)) {
      erased.add(event.data.account)
      for (const [id, { owner }] of documents) if (erased.has(owner)) documents.delete(id)
    }
    for (const id of projection.keys(event)) {
      const document = projection.apply(documents.get(id), event, id)
      if (document === null || erased.has(document.owner)) documents.delete(id)
      else documents.set(id, frozen(document))
    }
  }
  return Object.fromEntries(documents)
}
