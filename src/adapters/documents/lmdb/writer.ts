// Writes documents to LMDB, each on its condition.
import type { Document } from '../../../kernel/ports/documentStore.js'
import type { Position } from '../../../kernel/position.js'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { entriesOf } from '../definition.js'
import { createEntryMover, createIndexDefinitions } from './indexing.js'
import { afterAll, collectionPrefix, recordKey } from './key.js'
import { headerOf, isTombstone, toRecord } from './record.js'
import type { Tables } from './tables.js'

/** A change that was serialised before its transaction starts. */
export interface PreparedChange {
  readonly id: string
  readonly expected: Position | undefined
  readonly position: Position
  /** JSON of the document, `null` for a tombstone. */
  readonly text: string
  /** A shallow copy of the document: indexes use only top-level members. */
  readonly members: Document | null
}

/** Writes inside the caller's transaction. */
export function createWriter(tables: Tables) {
  const { records, entries, tombstones, definitions } = tables
  const tombstoneKey = (collection: string, position: Position, id: Buffer) =>
    Buffer.concat([collectionPrefix(collection), Buffer.from(`${position}\0`, 'latin1'), id])

  const moveEntries = createEntryMover(tables)
  const { isDefined, define } = createIndexDefinitions(tables)

  /** @returns whether the change was applied: whether the record was at the expected position */
  function change(collection: string, indexes: Indexes, prepared: PreparedChange): boolean {
    const { id, expected, position, text, members } = prepared
    const fullKey = recordKey(collection, id)
    const key = fullKey.subarray(collection.length + 1)
    if (expected === undefined && members) return insert(collection, indexes, prepared, fullKey, key)
    const found = records.get(fullKey)
    const header = found === undefined ? undefined : headerOf(found)
    if (header?.position !== expected) return false
    const after = entriesOf(indexes, members)
    moveEntries(collection, id, key, header?.entries ?? {}, after)
    if (header && isTombstone(found!)) tombstones.removeSync(tombstoneKey(collection, header.position, key))
    if (!members) tombstones.putSync(tombstoneKey(collection, position, key), fullKey)
    records.putSync(fullKey, toRecord({ position, id, entries: after }, text))
    return true
  }

  /** Inserts without a prior lookup. @returns false when the record exists already */
  function insert(
    collection: string,
    indexes: Indexes,
    { id, position, text, members }: PreparedChange,
    fullKey: Buffer,
    key: Buffer,
  ): boolean {
    const entries = entriesOf(indexes, members)
    const record = toRecord({ position, id, entries }, text)
    const isNew = records.putSync(fullKey, record, { noOverwrite: true }) as unknown as boolean
    if (isNew) moveEntries(collection, id, key, {}, entries)
    return isNew
  }

  /** Removes at most `limit` tombstones before a position. @returns their number */
  function sweep(collection: string, before: Position, limit: number): number {
    const start = collectionPrefix(collection)
    const end = Buffer.concat([start, Buffer.from(before, 'latin1')])
    const found = [...tombstones.getRange({ start, end, limit })]
    for (const { key, value } of found) {
      records.removeSync(value)
      tombstones.removeSync(key)
    }
    return found.length
  }

  /** Removes at most `limit` keys of a collection. @returns their number */
  function drop(collection: string, limit: number): number {
    const start = collectionPrefix(collection)
    const range = { start, end: afterAll(start), limit }
    definitions.removeSync(start)
    let removed = 0
    for (const table of [records, entries, tombstones]) {
      const keys = [...table.getKeys(range)]
      for (const key of keys) table.removeSync(key)
      removed += keys.length
    }
    return removed
  }

  return { change, isDefined, define, sweep, drop }
}

export type Writer = ReturnType<typeof createWriter>
