import type { Recorded } from '../kernel/envelope.js'
import { isErasure, type OwnerErased } from '../kernel/erasure.js'
import type { Change, Collection, Document } from '../kernel/ports/documentStore.js'
import { later, type Position } from '../kernel/position.js'
import type { Projection } from './projection.js'

/** Owners that were erased, each with the place of that in the log. */
export interface ErasureIndex {
  observe(events: readonly Recorded[]): void
  record(owner: string, position: Position): void
  /** Owner by owner, in no order. */
  readonly at: ReadonlyMap<string, Position>
  /** Whether a document belongs to somebody who was erased before an event. */
  isErased(document: Document, position: Position): boolean
}

export function createErasureIndex(): ErasureIndex {
  const at = new Map<string, Position>()

  function record(owner: string, position: Position): void {
    const known = at.get(owner)
    if (known === undefined || position < known) at.set(owner, position)
  }

  return {
    at,
    record,
    observe(events) {
      for (const event of events) if (isErasure(event)) record(event.data.account, event.position)
    },
    isErased({ owner }, position) {
      const erased = typeof owner === 'string' ? at.get(owner) : undefined
      return erased !== undefined && erased < position
    },
  }
}

/** A model's own index of this name holds all documents that have an owner. */
export const OWNER_INDEX = 'byOwner'
const PAGE = 500

/**
 * Every read model can tell what belongs to an owner; documents of nobody are not in the index, and cost nothing. A model
 * that has an index of this name, which begins with the owner, needs no other.
 */
export const withOwnerIndex = (indexes: Projection['indexes'] = {}): NonNullable<Projection['indexes']> => ({
  [OWNER_INDEX]: ['owner', '_id'],
  ...indexes,
})

/**
 * Leaves a tombstone, at the place of the erasure, of each document of an owner: what happened before it changes nothing
 * any more, however late it is folded.
 */
export async function deleteOwned(
  collection: Pick<Collection, 'find' | 'write'>,
  owner: string,
  position: Position,
): Promise<void> {
  for (;;) {
    const { items } = await collection.find({ index: OWNER_INDEX, equals: { owner }, limit: PAGE })
    if (items.length === 0) return
    const changes = items.map(
      ({ id, position: expected }): Change<Document> => ({
        id,
        expected,
        position: later(expected, position),
        document: null,
      }),
    )
    await collection.write(changes)
  }
}

export type ErasureDocument = { readonly at: string }

/** Who was erased, and when. Key: account. */
export const erasures: Projection<OwnerErased, ErasureDocument> = {
  name: 'erasures',
  version: 1,
  keys: ({ type, data }) => (type === 'AccountErased' ? [data.account] : []),
  apply: (document, { recordedAt: at }) => document ?? { at },
}
