// Reads of a document collection in MongoDB.
import type { Collection } from 'mongodb'
import type { Document, Find, Found, IndexValue, Stored } from '../../../kernel/ports/documentStore.js'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { checkPage, planQuery } from '../../../kernel/queryPlan.js'
import { fromCursor, toCursor } from '../cursor.js'
import { decodeCursorValues, encodeCursorValues } from './cursorValues.js'
import { filterOf, openMembers, sortOf } from './filter.js'
import { type DocumentRecord, toStored as decode, INTERNAL } from './record.js'
import type { TimeConversion } from './times.js'

/** Documents per page of a scan of all. */
const PAGE = 500

/** The reads of one collection. */
export function createReads<D extends Document>(
  name: string,
  indexes: Indexes,
  records: Collection<DocumentRecord>,
  times: TimeConversion,
) {
  const toStored = (record: DocumentRecord): Stored<D | null> => decode<D>(record, times, records.collectionName)

  /** Loads documents in the order of `ids`, including tombstones. */
  async function load(ids: readonly string[]): Promise<(Stored<D | null> | undefined)[]> {
    const found = await records.find({ _id: { $in: [...new Set(ids)] } }).toArray()
    const byId = new Map(found.map((record) => [record._id, record]))
    return ids.map((id) => {
      const record = byId.get(id)
      return record && toStored(record)
    })
  }

  /** Plans a query. @returns a function that runs it @throws RangeError when the query is invalid */
  function find(query: Find): () => Promise<Found<D>> {
    const { limit, skip = 0, after, reverse = false, cursors = false } = query
    checkPage(query)
    const plan = planQuery(name, indexes, query)
    const cursorQuery = { ...query, collection: name, members: plan.members }
    const open = openMembers(plan)
    const cursor = after === undefined ? undefined : decodeCursorValues(fromCursor(cursorQuery, after), open.length)
    const cursorOf = ({ id, document }: Stored<D>) =>
      toCursor(
        cursorQuery,
        encodeCursorValues(open.map((member) => (member === '_id' ? id : (document[member] as IndexValue)))),
      )
    const filter = filterOf(plan, times, reverse, cursor)
    return async () => {
      const found = await records
        .find(filter)
        .sort(sortOf(plan, reverse))
        .skip(skip)
        .limit(limit + 1)
        .toArray()
      const items = found.slice(0, limit).map((record) => toStored(record) as Stored<D>)
      return {
        items,
        ...(found.length > limit && { next: cursorOf(items.at(-1)!) }),
        ...(cursors && { cursors: items.map(cursorOf) }),
      }
    }
  }

  function count(query: Pick<Find, 'index' | 'equals' | 'range'>): () => Promise<number> {
    const filter = filterOf(planQuery(name, indexes, query), times)
    return () => records.countDocuments(filter)
  }

  /** A page of all documents in order of id, after an id; `last` is the id to continue after. */
  async function pageOfAll(after: string | undefined): Promise<{ items: Stored<D>[]; last: string | undefined }> {
    const filter = {
      [`${INTERNAL}.deleted`]: { $exists: false },
      ...(after !== undefined && { _id: { $gt: after } }),
    }
    const found = await records.find(filter).sort({ _id: 1 }).limit(PAGE).toArray()
    const items = found.map(toStored).filter(({ document }) => document !== null) as Stored<D>[]
    return { items, last: found.at(-1)?._id }
  }

  return { load, find, count, pageOfAll }
}
