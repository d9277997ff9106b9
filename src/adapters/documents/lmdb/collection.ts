// One collection of the document store in LMDB.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Change, Collection, CollectionDefinition, Document } from '../../../kernel/ports/documentStore.js'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { pages } from '../../lmdb/pages.js'
import { checkDefinition } from '../definition.js'
import { checkChange } from '../plainDocument.js'
import { createReads } from './reads.js'
import type { Tables } from './tables.js'
import type { PreparedChange, Writer } from './writer.js'

/** Maximum changes per transaction, and documents per read, so that other work can run in between. */
const CHUNK = 250

export interface Access {
  readonly tables: Tables
  readonly writer: Writer
  /**
   * Runs a read. A fresh one sees everything committed; one that is not may miss what another process committed in the
   * last millisecond, and costs a third less.
   */
  readonly reading: <T>(read: () => T, fresh?: boolean) => T
  /** Runs a write of this many changes in a transaction that it may share; resolves when it is on disk. */
  readonly writing: <T>(changes: number, write: () => T) => Promise<T>
}

export function createCollection<D extends Document>(
  definition: CollectionDefinition,
  { tables, writer, reading, writing }: Access,
): Collection<D> {
  const { name } = definition
  const indexes: Indexes = checkDefinition(definition)
  const reads = createReads<D>(name, indexes, tables)
  let defined = false

  /** Creates missing indexes before the first query. */
  async function define(): Promise<void> {
    defined ||= reading(() => writer.isDefined(name, indexes))
    if (defined) return
    await writing(CHUNK, () => writer.define(name, indexes))
    defined = true
  }

  async function write(changes: readonly Change<D>[]): Promise<readonly string[]> {
    for (const change of changes) checkChange(change, indexes)
    const chunks: Promise<string[]>[] = []
    for (let at = 0; at < changes.length; at += CHUNK) {
      if (at > 0) await nextTurn()
      const prepared = changes.slice(at, at + CHUNK).map(prepare)
      const chunk = writing(prepared.length, () => {
        const all = writer.define(name, indexes)
        return prepared.filter((change) => !writer.change(name, all, change)).map(({ id }) => id)
      })
      // It may fail before the next ones are prepared, and is awaited after that.
      chunk.catch(() => {})
      chunks.push(chunk)
    }
    return (await Promise.all(chunks)).flat()
  }

  async function repeatUntilDone(remove: (limit: number) => number): Promise<number> {
    let removed = 0
    for (let last = 1; last > 0; removed += last) last = await writing(CHUNK, () => remove(CHUNK))
    return removed
  }

  return {
    async get(id) {
      const stored = reading(() => reads.load(id), false)
      return stored?.document ? { ...stored, document: stored.document } : undefined
    },
    async getMany(ids) {
      const found = []
      for (let at = 0; at < ids.length; at += CHUNK) {
        if (at > 0) await nextTurn()
        found.push(...reading(() => ids.slice(at, at + CHUNK).map(reads.load)))
      }
      return found
    },
    async find(query) {
      const run = reads.find(query)
      await define()
      return reading(run)
    },
    async findMany(queries) {
      const runs = queries.map(reads.find)
      await define()
      return reading(() => runs.map((run) => run()))
    },
    async count(query) {
      const run = reads.count(query)
      await define()
      return reading(run)
    },
    write,
    all() {
      let after: Uint8Array | undefined
      return pages(() => {
        for (;;) {
          const { items, last } = reading(() => reads.pageOfAll(after))
          after = last
          if (items.length > 0 || !last) return items
        }
      })
    },
    sweep: (before) => repeatUntilDone((limit) => writer.sweep(name, before, limit)),
    async drop() {
      await repeatUntilDone((limit) => writer.drop(name, limit))
      defined = false
    },
  }
}

function prepare<D extends Document>({ id, expected, position, document }: Change<D>): PreparedChange {
  return { id, expected, position, text: JSON.stringify(document), members: document && { ...document } }
}
