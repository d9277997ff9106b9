// One collection of the document store in MongoDB.
import type { Collection as MongoCollection } from 'mongodb'
import type { Change, Collection, CollectionDefinition, Document } from '../../../kernel/ports/documentStore.js'
import { dropCollection } from '../../mongodb/dropCollection.js'
import { checkDefinition } from '../definition.js'
import { checkChange } from '../plainDocument.js'
import { ensureIndexes } from './indexes.js'
import { createReads } from './reads.js'
import { type DocumentRecord, INTERNAL } from './record.js'
import { createTimeConversion } from './times.js'
import { writeAll } from './writes.js'

/** Maximum number of changes, or of documents, in one request. */
const CHUNK = 500
const DELETED = `${INTERNAL}.deleted`

export interface Access {
  collection(name: string): MongoCollection<DocumentRecord>
  /** Runs a call. @throws StoreUnavailable when the server does not respond, or the store is closed */
  call<T>(work: () => Promise<T>): Promise<T>
}

export function createCollection<D extends Document>(
  definition: CollectionDefinition,
  { collection, call }: Access,
): Collection<D> {
  const indexes = checkDefinition(definition)
  const records = collection(definition.name)
  const times = createTimeConversion(definition.times)
  const reads = createReads<D>(definition.name, indexes, records, times)
  let defined: Promise<void> | undefined

  /** Creates missing indexes before the first write or query. */
  function define(): Promise<void> {
    defined ??= call(() => ensureIndexes(records, indexes)).catch((error: unknown) => {
      defined = undefined
      throw error
    })
    return defined
  }

  /** Runs work on chunks of at most `CHUNK` items, one after the other, and concatenates the results. */
  async function inChunks<T, R>(
    items: readonly T[],
    work: (chunk: readonly T[]) => Promise<readonly R[]>,
  ): Promise<R[]> {
    const results: R[] = []
    for (let at = 0; at < items.length; at += CHUNK) {
      results.push(...(await call(() => work(items.slice(at, at + CHUNK)))))
    }
    return results
  }

  return {
    async get(id) {
      const [stored] = await call(() => reads.load([id]))
      return stored?.document ? { ...stored, document: stored.document } : undefined
    },
    getMany: (ids) => inChunks(ids, reads.load),
    async find(query) {
      const run = reads.find(query)
      await define()
      return call(run)
    },
    async findMany(queries) {
      const runs = queries.map(reads.find)
      await define()
      return call(() => Promise.all(runs.map((run) => run())))
    },
    async count(query) {
      const run = reads.count(query)
      await define()
      return call(run)
    },
    async write(changes) {
      for (const change of changes) checkChange(change, indexes)
      await define()
      const conflicts = new Set<Change<D>>()
      for (const round of roundsOf(changes)) {
        for (const conflict of await inChunks(round, conflictsOf)) conflicts.add(conflict)
      }
      return changes.filter((change) => conflicts.has(change)).map(({ id }) => id)
    },
    async *all() {
      for (let after: string | undefined; ; ) {
        const { items, last } = await call(() => reads.pageOfAll(after))
        yield* items
        if (last === undefined) return
        after = last
      }
    },
    async sweep(before) {
      let removed = 0
      for (let last = CHUNK; last === CHUNK; removed += last) {
        last = await call(async () => {
          const found = await records
            .find({ [DELETED]: { $lt: before } }, { projection: { _id: 1 }, limit: CHUNK })
            .toArray()
          const { deletedCount } = await records.deleteMany({
            _id: { $in: found.map(({ _id }) => _id) },
            [DELETED]: { $lt: before },
          })
          return deletedCount
        })
      }
      return removed
    },
    async drop() {
      await call(() => dropCollection(records))
      defined = undefined
    },
  }

  async function conflictsOf(changes: readonly Change<D>[]): Promise<readonly Change<D>[]> {
    const conflicts = await writeAll(records, changes, times)
    return conflicts.size === 0 ? [] : changes.filter(({ id }) => conflicts.has(id))
  }
}

/** Changes of one document must apply in order: each goes into a separate round. Usually there is only one round. */
function roundsOf<D>(changes: readonly Change<D>[]): readonly (readonly Change<D>[])[] {
  const rounds: Change<D>[][] = []
  const seen = new Map<string, number>()
  for (const change of changes) {
    const round = seen.get(change.id) ?? 0
    seen.set(change.id, round + 1)
    rounds[round] ??= []
    rounds[round].push(change)
  }
  return rounds
}
