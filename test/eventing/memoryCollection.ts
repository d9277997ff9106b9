// A document collection in memory, for tests of folds.
import { canonicalJson } from '../../src/kernel/canonicalJson.js'
import type { Change, Collection, Document, Stored } from '../../src/kernel/ports/documentStore.js'
import type { Position } from '../../src/kernel/position.js'

type Kept = { readonly position: Position; readonly text: string | null }

/** Intercepts a write; `next` applies the changes and returns the conflicts. */
export type Interference = (
  changes: readonly Change<Document>[],
  next: (changes: readonly Change<Document>[]) => readonly string[],
) => Promise<readonly string[]> | readonly string[]

/**
 * A collection in memory, for folds: conditional writes and tombstones as the port promises. Like a real store it keeps
 * text, so no object is shared, and it accepts plain JSON only.
 * @param arrive awaited before each read and write
 */
export function createMemoryCollection({
  arrive = () => Promise.resolve(),
  interfere = (changes, next) => next(changes),
}: {
  arrive?: () => Promise<unknown>
  interfere?: Interference
} = {}) {
  const kept = new Map<string, Kept>()
  const reads: (readonly string[])[] = []
  const writes: (readonly Change<Document>[])[] = []

  const stored = (id: string): Stored<Document | null> | undefined => {
    const found = kept.get(id)
    return found && { id, position: found.position, document: found.text === null ? null : JSON.parse(found.text) }
  }

  function put(changes: readonly Change<Document>[]): string[] {
    const conflicts: string[] = []
    for (const { id, expected, position, document } of changes) {
      if (kept.get(id)?.position === expected) kept.set(id, { position, text: document && textOf(document) })
      else conflicts.push(id)
    }
    return conflicts
  }

  const folded: Pick<Collection, 'get' | 'getMany' | 'write' | 'all' | 'sweep' | 'find'> = {
    async get(id) {
      await arrive()
      const found = stored(id)
      return found?.document ? (found as Stored<Document>) : undefined
    },
    async getMany(ids) {
      await arrive()
      reads.push(ids)
      return ids.map(stored)
    },
    async write(changes) {
      await arrive()
      writes.push(changes)
      return interfere(changes, put)
    },
    async find({ equals, limit }) {
      await arrive()
      const { owner } = equals!
      const owned = [...kept.keys()].map(stored).filter((found) => found?.document?.owner === owner)
      return { items: owned.slice(0, limit) as Stored<Document>[] }
    },
    async *all() {
      for (const id of [...kept.keys()].sort()) {
        const found = stored(id)
        if (found?.document) yield found as Stored<Document>
      }
    },
    async sweep(before) {
      const gone = [...kept].filter(([, { text, position }]) => text === null && position < before)
      for (const [id] of gone) kept.delete(id)
      return gone.length
    },
  }

  return {
    /** Without `count`, which only queries use; `find` supports the index by owner only. */
    collection: folded as Collection,
    /** The ids of each batched read. */
    reads: reads as readonly (readonly string[])[],
    /** Every write requested, including rejected ones. */
    writes: writes as readonly (readonly Change<Document>[])[],
    stored,
  }
}

function textOf(document: Document): string {
  const text = canonicalJson(document)
  if (!isPlain(document)) throw new TypeError(`not plain JSON: ${text}`)
  return text
}

const isPlain = (value: unknown): boolean => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isPlain)
  return (
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain)
  )
}
