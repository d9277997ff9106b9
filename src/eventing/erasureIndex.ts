// Which owners were erased: the index in memory, the deletion of their documents, and the read model of erasures.
import type { Recorded } from '../kernel/envelope.js'
import { isErasure, type OwnerErased } from '../kernel/erasure.js'
import type { Change, Collection, Document } from '../kernel/ports/documentStore.js'
import { later, type Position } from '../kernel/position.js'
import type { Projection } from './projection.js'

/** In-memory index of erased owners, each with the position of its erasure. */
export interface ErasureIndex {
  /** Records the erasures among these events. */
  observe(events: readonly Recorded[]): void
  record(owner: string, position: Position): void
  /** Position of the first erasure, by owner; in no particular order. */
  readonly at: ReadonlyMap<string, Position>
  /** Whether the document's owner was erased before this position. */
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

/** Name of the index over all documents that have an owner. */
export const OWNER_INDEX = 'byOwner'
const PAGE_SIZE = 500

/**
 * Adds the owner index to a model's indexes, so that an owner's documents can be found. Documents without an owner are
 * not indexed. A model may define its own index of this name if `owner` is its first member.
 */
export const withOwnerIndex = (indexes: Projection['indexes'] = {}): NonNullable<Projection['indexes']> => ({
  [OWNER_INDEX]: ['owner', '_id'],
  ...indexes,
})

/**
 * Replaces each document of an owner by a tombstone at the position of the erasure, so that earlier events no longer
 * have an effect, however late they are folded.
 */
export async function deleteOwned(
  collection: Pick<Collection, 'find' | 'write'>,
  owner: string,
  position: Position,
): Promise<void> {
  for (;;) {
    const { items } = await collection.find({ index: OWNER_INDEX, equals: { owner }, limit: PAGE_SIZE })
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

/** Read model of erased owners, with the time of the erasure. Key: account. */
export const erasures: Projection<OwnerErased, ErasureDocument> = {
  name: 'erasures',
  version: 1,
  times: { at: 'iso' },
  keys: ({ type, data }) => (type === 'AccountErased' ? [data.account] : []),
  apply: (document, { recordedAt: at }) => document ?? { at },
}
