// A read model as of a past instant, with the interface of a live one.
import type { Document, Find, Found, Stored } from '../../kernel/ports/documentStore.js'
import { checkPage, type Indexes } from '../../kernel/queryPlan.js'
import type { ReadModel } from '../eventing.js'
import { decodeIndexCursor, encodeIndexCursor } from './cursor.js'
import { compileQuery, type DocumentQuery } from './query.js'
import { createAsOfSlicer } from './slicer.js'

/** A model's documents by id, in no particular order; null marks a deleted document. */
export type AsOfDocuments<D extends Document = Document> = ReadonlyMap<string, Stored<D | null>>

/** Documents scanned between two chances to yield. */
const BATCH_SIZE = 500

/**
 * In-memory read model as of a past instant; answers every query as a DocumentStore does. It has no indexes: each query
 * scans all documents, yielding to the event loop in between.
 */
export function createAsOfReadModel<D extends Document>(indexes: Indexes, documents: AsOfDocuments<D>): ReadModel<D> {
  const documentOf = (id: string): D | undefined => documents.get(id)?.document ?? undefined

  async function* matchesOf({ matches }: DocumentQuery): AsyncGenerator<readonly Stored<D>[], void> {
    const yieldIfDue = createAsOfSlicer()
    let scanned = 0
    let found: Stored<D>[] = []
    for (const stored of documents.values()) {
      if (stored.document && matches(stored as Stored<D>)) found.push(stored as Stored<D>)
      if (++scanned % BATCH_SIZE !== 0) continue
      yield found
      found = []
      await yieldIfDue()
    }
    yield found
  }

  async function find(query: Find): Promise<Found<D>> {
    const { limit, skip = 0, after, reverse = false, cursors = false } = query
    checkPage(query)
    const compiled = compileQuery(indexes, query)
    const start = after === undefined ? undefined : decodeIndexCursor(query, after)
    const sign = reverse ? -1 : 1
    const first = createTopN<Stored<D>>(skip + limit + 1, (a, b) => sign * compiled.compare(a, b))
    for await (const batch of matchesOf(compiled)) {
      for (const stored of batch) if (!start || sign * compiled.compareTo(stored, start) > 0) first.offer(stored)
    }
    const found = first.inOrder().slice(skip)
    const items = found.slice(0, limit)
    const cursorOf = (stored: Stored<D>) => encodeIndexCursor(query, compiled.keyOf(stored))
    return {
      items,
      ...(found.length > limit && { next: cursorOf(items.at(-1)!) }),
      ...(cursors && { cursors: items.map(cursorOf) }),
    }
  }

  return {
    get: async (id) => {
      const stored = documents.get(id)
      return stored?.document ? (stored as Stored<D>) : undefined
    },
    getMany: async (ids) => ids.map(documentOf),
    find,
    async count(query) {
      let count = 0
      for await (const batch of matchesOf(compileQuery(indexes, query))) count += batch.length
      return count
    },
    // A past state is complete: there are no events left to fold.
    getUpToHead: async (id) => documentOf(id),
    getOrReplay: async (id) => documentOf(id),
  }
}

/** Keeps the first `n` of all values offered to it, in order. */
function createTopN<T>(n: number, compare: (a: T, b: T) => number) {
  const kept: T[] = []

  /** Index of the first kept value that sorts after this one. */
  function indexAfter(one: T): number {
    let low = 0
    for (let high = kept.length; low < high; ) {
      const middle = (low + high) >> 1
      if (compare(kept[middle]!, one) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    offer(one: T): void {
      if (kept.length === n) {
        if (compare(one, kept.at(-1)!) >= 0) return
        kept.pop()
      }
      kept.splice(indexAfter(one), 0, one)
    },
    inOrder: (): readonly T[] => kept,
  }
}
