import type { Document, Find, Found, Stored } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { checkPage } from '../../../kernel/queryPlan.js'
import { fromCursor, toCursor } from '../cursor.js'
import { boundsOf } from './indexBounds.js'
import { afterAll, collectionPrefix, recordKey } from './key.js'
import { headerOf, isTombstone, toStored } from './record.js'
import type { Tables } from './tables.js'

/** Documents read at once by a walk over all. */
const PAGE = 1_000

/** Everything that reads one collection; all of one answer is from one moment. */
export function createReads<D extends Document>(name: string, indexes: Indexes, { records, entries }: Tables) {
  const prefix = collectionPrefix(name)
  const end = afterAll(prefix)

  function load(id: string): Stored<D | null> | undefined {
    const record = records.get(recordKey(name, id))
    return record === undefined ? undefined : toStored<D>(id, record)
  }

  function behind(entry: Uint8Array): Stored<D> {
    const record = records.get(Buffer.concat([prefix, entry]))
    if (record === undefined)
      throw new StoreUnavailable(`${name} is damaged: an index names a document that is not there`)
    return toStored<D>(headerOf(record).id, record) as Stored<D>
  }

  /** How to answer a question. @throws RangeError when it cannot be answered */
  function find(question: Find): () => Found<D> {
    const { limit, skip = 0, after, reverse = false, cursors = false } = question
    checkPage(question)
    const bounds = boundsOf(name, indexes, question)
    const asked = { ...question, collection: name, members: bounds.members }
    const place = after === undefined ? undefined : Buffer.concat([bounds.prefix, fromCursor(asked, after)])
    const range = between(bounds.from, bounds.to, reverse, place)
    return () => {
      const found = range ? [...entries.getRange({ ...range, limit: limit + 1, offset: skip })] : []
      const cursorOf = ({ key }: { key: Uint8Array }) =>
        toCursor(asked, Buffer.from(key.subarray(bounds.prefix.length)))
      const shown = found.slice(0, limit)
      return {
        items: shown.map(({ value }) => behind(value)),
        ...(found.length > limit && { next: cursorOf(shown.at(-1)!) }),
        ...(cursors && { cursors: shown.map(cursorOf) }),
      }
    }
  }

  function count(question: Pick<Find, 'index' | 'equals' | 'range'>): () => number {
    const { from, to } = boundsOf(name, indexes, question)
    return () => (Buffer.compare(from, to) < 0 ? entries.getKeysCount({ start: from, end: to }) : 0)
  }

  /** A page of all documents, by id, that follow a key; `last` is where to go on. */
  function pageOfAll(after: Uint8Array | undefined): { items: Stored<D>[]; last: Uint8Array | undefined } {
    const items: Stored<D>[] = []
    let last: Uint8Array | undefined
    const range = after ? { start: after, exclusiveStart: true } : { start: prefix }
    for (const { key, value } of records.getRange({ ...range, end, limit: PAGE })) {
      if (!isTombstone(value)) items.push(toStored<D>(headerOf(value).id, value) as Stored<D>)
      last = key
    }
    return { items, last }
  }

  return { load, find, count, pageOfAll }
}

/** A range for lmdb, which goes from `start` to `end`; undefined when there is nothing between. */
function between(from: Buffer, to: Buffer, reverse: boolean, place: Buffer | undefined) {
  const low = place && !reverse && Buffer.compare(place, from) >= 0 ? place : from
  const high = place && reverse && Buffer.compare(place, to) < 0 ? place : to
  if (Buffer.compare(low, high) >= 0) return undefined
  if (reverse) return { start: high, exclusiveStart: true, end: low, inclusiveEnd: true, reverse }
  return { start: low, exclusiveStart: low === place, end: high }
}
