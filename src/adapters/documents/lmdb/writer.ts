import type { Document } from '../../../kernel/ports/documentStore.js'
import type { Position } from '../../../kernel/position.js'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { type Entries, entriesOf } from '../definition.js'
import { idBytes } from '../values.js'
import { afterAll, collectionPrefix, entryKey, recordKey } from './key.js'
import { headerOf, isTombstone, toRecord, toStored } from './record.js'
import type { Tables } from './tables.js'

/** A change made ready before its transaction begins. */
export interface PreparedChange {
  readonly id: string
  readonly expected: Position | undefined
  readonly position: Position
  /** JSON of the document, `null` for a tombstone. */
  readonly text: string
  /** A copy of the document's top level: indexes look no deeper. */
  readonly members: Document | null
}

/** Everything that writes, inside the transaction that is open. */
export function createWriter(tables: Tables) {
  const { records, entries, tombstones, definitions } = tables
  const tombstoneKey = (collection: string, position: Position, id: Buffer) =>
    Buffer.concat([collectionPrefix(collection), Buffer.from(`${position}\0`, 'latin1'), id])

  function moveEntries(collection: string, id: string, key: Buffer, before: Entries, after: Entries): void {
    for (const [index, values] of Object.entries(before)) {
      if (!isSame(values, after[index])) entries.removeSync(entryKey(collection, index, values, id))
    }
    for (const [index, values] of Object.entries(after)) {
      if (!isSame(before[index], values)) entries.putSync(entryKey(collection, index, values, id), key)
    }
  }

  /** Whether the change was made: whether the record was as expected. */
  function change(collection: string, indexes: Indexes, prepared: PreparedChange): boolean {
    const { id, expected, position, text, members } = prepared
    const place = recordKey(collection, id)
    const key = place.subarray(collection.length + 1)
    if (expected === undefined && members) return insert(collection, indexes, prepared, place, key)
    const found = records.get(place)
    const header = found === undefined ? undefined : headerOf(found)
    if (header?.position !== expected) return false
    const after = entriesOf(indexes, members)
    moveEntries(collection, id, key, header?.entries ?? {}, after)
    if (header && isTombstone(found!)) tombstones.removeSync(tombstoneKey(collection, header.position, key))
    if (!members) tombstones.putSync(tombstoneKey(collection, position, key), place)
    records.putSync(place, toRecord({ position, id, entries: after }, text))
    return true
  }

  /** What must not be there need not be looked for first. */
  function insert(
    collection: string,
    indexes: Indexes,
    { id, position, text, members }: PreparedChange,
    place: Buffer,
    key: Buffer,
  ): boolean {
    const entries = entriesOf(indexes, members)
    const record = toRecord({ position, id, entries }, text)
    const isNew = records.putSync(place, record, { noOverwrite: true }) as unknown as boolean
    if (isNew) moveEntries(collection, id, key, {}, entries)
    return isNew
  }

  /** The indexes that a collection has been given so far. */
  function indexesOf(collection: string): Indexes | undefined {
    const known = definitions.get(collectionPrefix(collection))
    return known === undefined ? undefined : JSON.parse(known)
  }

  const missing = (known: Indexes, wanted: Indexes) =>
    Object.keys(wanted).some((index) => JSON.stringify(known[index]) !== JSON.stringify(wanted[index]))

  function isDefined(collection: string, indexes: Indexes): boolean {
    const known = indexesOf(collection)
    return known !== undefined && !missing(known, indexes)
  }

  /** All indexes of a collection, these among them; those that are new to it are filled from what is there. */
  function define(collection: string, indexes: Indexes): Indexes {
    const known = indexesOf(collection)
    if (known && !missing(known, indexes)) return known
    const all = { ...known, ...indexes }
    definitions.putSync(collectionPrefix(collection), JSON.stringify(all))
    reindex(collection, all)
    return all
  }

  function reindex(collection: string, indexes: Indexes): void {
    const prefix = collectionPrefix(collection)
    for (const place of [...records.getKeys({ start: prefix, end: afterAll(prefix) })]) {
      const record = records.get(place)!
      const { id, position, entries: before } = headerOf(record)
      const { document } = toStored(id, record)
      const after = entriesOf(indexes, document)
      moveEntries(collection, id, idBytes(id), before, after)
      records.putSync(place, toRecord({ position, id, entries: after }, JSON.stringify(document)))
    }
  }

  /** Removes at most `limit` tombstones from before a position; answers how many. */
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

  /** Removes at most `limit` keys of a collection; answers how many. */
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

const isSame = (before: Entries[string] | undefined, after: Entries[string] | undefined): boolean =>
  before?.length === after?.length && (before ?? []).every((value, index) => Object.is(value, after?.[index]))
