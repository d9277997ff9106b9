// Changes of shared MongoDB counters that share requests.
import { LRUCache } from 'lru-cache'
import type { Collection, Db, Filter, MongoBulkWriteError, UpdateFilter } from 'mongodb'
import { createKeyedBatcher } from '../../kernel/concurrency/keyedBatcher.js'
import type { Stage } from '../../kernel/concurrency/rounds.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import { callerOf, duplicatesIn } from './callMongo.js'

/** Maximum number of counters whose state a process caches. */
const MAX_KNOWN = 10_000
/** Maximum number of changes of a counter that are made without its cached state after another process changed it. */
const MAX_BACK_OFF = 15

/** A stored counter. Its members, which are compared for equality, are scalars. */
interface StoredCounter {
  readonly _id: string
}

interface Known<C> {
  counter: C
  /** Changes to be made without the cached state. */
  skip: number
  /** `skip` after the last miss. */
  backOff: number
}

interface Change<C> {
  readonly before: C
  readonly update: object
  readonly after: C
}

interface CounterCache<C> {
  /** The state of a counter as this process last knew it; undefined if it is not known, or during a back-off. */
  get(_id: string): C | undefined
  /** Caches the state of a counter as MongoDB returned it. */
  set(counter: C): void
  /**
   * Changes a counter on condition that its state is still `before`.
   * @param before from `get`
   * @param after the state that `update` produces
   * @returns whether it was changed
   */
  change(before: C, update: object, after: C): Promise<boolean>
}

/**
 * Cache of counters by which most changes share requests: while this process alone changes a counter, it knows the state,
 * and needs no response of its own to know the next one. At most one request is in flight; changes that are made meanwhile
 * are sent together in the next. For a counter that other processes change, too, the cache backs off.
 *
 * Each change is an upsert whose filter is the whole state (optimistic concurrency control). If the state differs, nothing
 * matches, the insertion violates the uniqueness of `_id`, and MongoDB's response lists which changes failed in this way.
 * @param stage decides when requests start
 */
export function createCounterCache<C extends StoredCounter>(
  db: Db,
  collection: Collection<C>,
  stage?: Stage,
): CounterCache<C> {
  const callMongo = callerOf(db)
  const cached = new LRUCache<string, Known<C>>(entryLimit(MAX_KNOWN))

  const applyAll = createKeyedBatcher(
    (_: string, changes: readonly Change<C>[]) =>
      callMongo(async () => {
        const { failed, inserted } = await upsertAll(changes)
        await Promise.all([...inserted].map((index) => remove(changes[index]!)))
        return changes.map((_, index) => !failed.has(index) && !inserted.has(index))
      }),
    { stage },
  )

  async function upsertAll(changes: readonly Change<C>[]) {
    const operations = changes.map(({ before, update }) => ({
      updateOne: { filter: before as Filter<C>, update: update as UpdateFilter<C>, upsert: true },
    }))
    try {
      const { upsertedIds } = await collection.bulkWrite(operations, { ordered: false })
      return { failed: new Set<number>(), inserted: indexesOf(upsertedIds) }
    } catch (error) {
      const failed = new Set(duplicatesIn(error))
      return { failed, inserted: indexesOf((error as MongoBulkWriteError).upsertedIds) }
    }
  }

  /** Undoes the insertion of a counter that had been deleted: its owner decides how it starts. */
  const remove = ({ after }: Change<C>) => collection.deleteOne(after as Filter<C>)

  return {
    get(_id) {
      const known = cached.get(_id)
      if (!known) return undefined
      if (known.skip === 0) return known.counter
      known.skip--
      return undefined
    },
    set(counter) {
      const known = cached.get(counter._id)
      if (known) known.counter = counter
      else cached.set(counter._id, { counter, skip: 0, backOff: 0 })
    },
    async change(before, update, after) {
      const isChanged = await applyAll('', { before, update, after })
      const known = cached.get(before._id)
      if (known) {
        // Another operation of this process may have returned a later state first.
        if (isChanged && known.counter === before) known.counter = after
        known.backOff = isChanged ? 0 : Math.min(MAX_BACK_OFF, 2 * known.backOff + 1)
        known.skip = known.backOff
      }
      return isChanged
    },
  }
}

const indexesOf = (upserted: { readonly [index: number]: unknown }): Set<number> =>
  new Set(Object.keys(upserted).map(Number))
