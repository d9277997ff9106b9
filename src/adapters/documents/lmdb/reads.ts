// Reads of a document collection in LMDB.
import {
  DamagedDocument,
  type Document,
  type Find,
  type Found,
  type Stored,
} from '../../../kernel/ports/documentStore.js'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { checkPage } from '../../../kernel/queryPlan.js'
import { fromCursor, toCursor } from '../cursor.js'
import { boundsOf } from './indexBounds.js'
import { afterAll, collectionPrefix, entryKey, recordKey } from './key.js'
import { headerOf, isTombstone, toStored } from './record.js'
import type { Tables } from './tables.js'

/** Documents per page of a scan of all. */
const PAGE = 1_000

/** The reads of one collection; each result comes from one snapshot. */
export function createReads<D extends Document>(name: string, indexes: Indexes, { records, entries }: Tables) {
  const prefix = collectionPrefix(name)
  const end = afterAll(prefix)

  function load(id: string): Stored<D | null> | undefined {
    const record = records.get(recordKey(name, id))
    return record === undefined ? undefined : toStored<D>(id, record)
  }

  /** The document of an index entry. */
  function documentAt(index: string, key: Uint8Array, entry: Uint8Array): Stored<D> {
    const record = records.get(Buffer.concat([prefix, entry]))
    const header = record === undefined ? undefined : headerOf(record)
    const values = header?.entries[index]
    if (!header || !values || !entryKey(name, index, values, header.id).equals(key))
      throw new DamagedDocument(`the index ${index} of ${name} is damaged: run mailproof projections rebuild --all`)
    return toStored<D>(header.id, record!) as Stored<D>
  }

  /** Plans a query. @returns a function that runs it @throws RangeError when the query is invalid */
  function find(query: Find): () => Found<D> {
    const { limit, skip = 0, after, reverse = false, cursors = false } = query
    checkPage(query)
    const bounds = boundsOf(name, indexes, query)
    const cursorQuery = { ...query, collection: name, members: bounds.members }
    const cursor = after === undefined ? undefined : Buffer.concat([bounds.prefix, fromCursor(cursorQuery, after)])
    const range = rangeBetween(bounds.from, bounds.to, reverse, cursor)
    return () => {
      const found = range ? [...entries.getRange({ ...range, limit: limit + 1, offset: skip })] : []
      const cursorOf = ({ key }: { key: Uint8Array }) =>
        toCursor(cursorQuery, Buffer.from(key.subarray(bounds.prefix.length)))
      const page = found.slice(0, limit)
      return {
        items: page.map(({ key, value }) => documentAt(query.index, key, value)),
        ...(found.length > limit && { next: cursorOf(page.at(-1)!) }),
        ...(cursors && { cursors: page.map(cursorOf) }),
      }
    }
  }

  function count(query: Pick<Find, 'index' | 'equals' | 'range'>): () => number {
    const { from, to } = boundsOf(name, indexes, query)
    return () => (Buffer.compare(from, to) < 0 ? entries.getKeysCount({ start: from, end: to }) : 0)
  }

  /** A page of all documents in order of id, after a key; `last` is the key to continue after. */
  function pageOfAll(after: Uint8Array | undefined): { items: Stored<D>[]; last: Uint8Array | undefined } {
    const items: Stored<D>[] = []
    let last: Uint8Array | undefined
    const range = after ? { start: after, exclusiveStart: true } : { start: prefix }
    for (const { key, value } of records.getRange({ ...range, end, limit: PAGE })) {
      // A damaged page of the file would lead back to what was read.
      if (after && Buffer.compare(key, after) <= 0)
        throw new DamagedDocument(`${name} is damaged: run mailproof log check`)
      if (!isTombstone(value)) items.push(toStored<D>(headerOf(value).id, value) as Stored<D>)
      last = key
    }
    return { items, last }
  }

  return { load, find, count, pageOfAll }
}

/** Range options for lmdb, which scans from `start` to `end`; undefined when the range is empty. */
function rangeBetween(from: Buffer, to: Buffer, reverse: boolean, cursor: Buffer | undefined) {
  const low = cursor && !reverse && Buffer.compare(cursor, from) >= 0 ? cursor : from
  const high = cursor && reverse && Buffer.compare(cursor, to) < 0 ? cursor : to
  if (Buffer.compare(low, high) >= 0) return undefined
  if (reverse) return { start: high, exclusiveStart: true, end: low, inclusiveEnd: true, reverse }
  return { start: low, exclusiveStart: low === cursor, end: high }
}
