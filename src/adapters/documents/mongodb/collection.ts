import type { Collection as MongoCollection } from 'mongodb'
import type { Change, Collection, CollectionDefinition, Document } from '../../../kernel/ports/documentStore.js'
import { isPosition } from '../../../kernel/position.js'
import { checkDefinition } from '../definition.js'
import { ensureIndexes } from './indexes.js'
import { createReads } from './reads.js'
import { idText, type Kept } from './record.js'
import { writeAll } from './writes.js'

/** Changes sent at once, and documents asked for at once, are at most this many. */
const PORTION = 500

export interface Access {
  collection(name: string): MongoCollection<Kept>
  /** Asks the server; StoreUnavailable when it does not answer, or the store is closed. */
  asking<T>(ask: () => Promise<T>): Promise<T>
}

export function createCollection<D extends Document>(
  definition: CollectionDefinition,
  { collection, asking }: Access,
): Collection<D> {
  const indexes = checkDefinition(definition)
  const kept = collection(definition.name)
  const reads = createReads<D>(definition.name, indexes, kept)
  let defined: Promise<void> | undefined

  /** A collection has its indexes before it is written to or asked. */
  function define(): Promise<void> {
    defined ??= asking(() => ensureIndexes(kept, indexes)).catch((error: unknown) => {
      defined = undefined
      throw error
    })
    return defined
  }

  /** For each portion of many, one after the other. */
  async function portions<T, R>(
    all: readonly T[],
    ask: (portion: readonly T[]) => Promise<readonly R[]>,
  ): Promise<R[]> {
    const answers: R[] = []
    for (let at = 0; at < all.length; at += PORTION) {
      answers.push(...(await asking(() => ask(all.slice(at, at + PORTION)))))
    }
    return answers
  }

  return {
    async get(id) {
      const [stored] = await asking(() => reads.load([id]))
      return stored?.document ? { ...stored, document: stored.document } : undefined
    },
    getMany: (ids) => portions(ids, reads.load),
    async find(question) {
      const answer = reads.find(question)
      await define()
      return asking(answer)
    },
    async findMany(questions) {
      const answers = questions.map(reads.find)
      await define()
      return asking(() => Promise.all(answers.map((answer) => answer())))
    },
    async count(question) {
      const answer = reads.count(question)
      await define()
      return asking(answer)
    },
    async write(changes) {
      for (const { position } of changes) {
        if (!isPosition(position)) throw new RangeError(`not a position: ${JSON.stringify(position).slice(0, 50)}`)
      }
      await define()
      const conflicts = new Set<Change<D>>()
      for (const round of roundsOf(changes)) {
        for (const conflict of await portions(round, conflictsOf)) conflicts.add(conflict)
      }
      return changes.filter((change) => conflicts.has(change)).map(({ id }) => id)
    },
    async *all() {
      for (let after: string | undefined; ; ) {
        const page = await asking(() => reads.pageOfAll(after))
        yield* page
        if (page.length === 0) return
        after = page.at(-1)!.id
      }
    },
    async sweep(before) {
      let removed = 0
      for (let last = PORTION; last === PORTION; removed += last) {
        last = await asking(async () => {
          const found = await kept
            .find({ deleted: { $lt: before } }, { projection: { _id: 1 }, limit: PORTION })
            .toArray()
          const { deletedCount } = await kept.deleteMany({
            _id: { $in: found.map(({ _id }) => _id) },
            deleted: { $lt: before },
          })
          return deletedCount
        })
      }
      return removed
    },
    async drop() {
      await asking(() => kept.drop())
      defined = undefined
    },
  }

  async function conflictsOf(changes: readonly Change<D>[]): Promise<readonly Change<D>[]> {
    const conflicts = await writeAll(kept, changes)
    return conflicts.size === 0 ? [] : changes.filter(({ id }) => conflicts.has(idText(id)))
  }
}

/** Changes of one document take effect in their order: each goes into a round of its own. Mostly there is but one. */
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
