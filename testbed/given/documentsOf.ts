import type { Projection } from '../../src/eventing/projection.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'
import { isErasure } from '../../src/kernel/erasure.js'
import type { Document } from '../../src/kernel/ports/documentStore.js'
import { frozen } from './frozen.js'

/**
 * The documents that a projection folds from a history, by id: one event after another, with its two functions only.
 * Nothing of an erased owner remains or is created later. The inputs are frozen.
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
