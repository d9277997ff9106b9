import type { Document, Find, Found, Stored } from '../../kernel/ports/documentStore.js'
import { checkPage, type Indexes } from '../../kernel/queryPlan.js'
import type { ReadModel } from '../eventing.js'
import { fromCursor, toCursor } from './cursor.js'
import { compileQuery, type DocumentQuery } from './query.js'
import { createAsOfSlicer } from './slicer.js'

/** A model's documents by id, in no order; null is one that was deleted. */
export type Documents<D extends Document = Document> = ReadonlyMap<string, Stored<D | null>>

/** Documents that are looked at before others might get their turn. */
const PORTION = 500

/**
 * A read model in memory, of a moment that is over: it answers every question as a DocumentStore does. There are no
 * indexes: whatever is asked, all documents are looked at, in many turns.
 */
export function createAsOfReadModel<D extends Document>(indexes: Indexes, documents: Documents<D>): ReadModel<D> {
  const documentOf = (id: string): D | undefined => documents.get(id)?.document ?? undefined

  async function* answersTo({ matches }: DocumentQuery): AsyncGenerator<readonly Stored<D>[], void> {
    const pace = createAsOfSlicer()
    let looked = 0
    let found: Stored<D>[] = []
    for (const stored of documents.values()) {
      if (stored.document && matches(stored as Stored<D>)) found.push(stored as Stored<D>)
      if (++looked % PORTION !== 0) continue
      yield found
      found = []
      await pace()
    }
    yield found
  }

  async function find(asked: Find): Promise<Found<D>> {
    const { limit, skip = 0, after, reverse = false, cursors = false } = asked
    checkPage(asked)
    const question = compileQuery(indexes, asked)
    const place = after === undefined ? undefined : fromCursor(asked, after)
    const sign = reverse ? -1 : 1
    const best = createBest<Stored<D>>(skip + limit + 1, (a, b) => sign * question.compare(a, b))
    for await (const answers of answersTo(question)) {
      for (const stored of answers) if (!place || sign * question.compareTo(stored, place) > 0) best.offer(stored)
    }
    const found = best.inOrder().slice(skip)
    const items = found.slice(0, limit)
    const cursorOf = (stored: Stored<D>) => toCursor(asked, question.placeOf(stored))
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
    async count(asked) {
      let count = 0
      for await (const answers of answersTo(compileQuery(indexes, asked))) count += answers.length
      return count
    },
    // Nothing is ahead of a moment that is over.
    getUpToHead: async (id) => documentOf(id),
    getOrReplay: async (id) => documentOf(id),
  }
}

/** Keeps the first so many of all that it is offered. */
function createBest<T>(most: number, compare: (a: T, b: T) => number) {
  const kept: T[] = []

  /** Where the first one stands that comes after it. */
  function placeOf(one: T): number {
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
      if (kept.length === most) {
        if (compare(one, kept.at(-1)!) >= 0) return
        kept.pop()
      }
      kept.splice(placeOf(one), 0, one)
    },
    inOrder: (): readonly T[] => kept,
  }
}
