import type { Collection } from 'mongodb'
import type { Document, Find, Found, Stored } from '../../../kernel/ports/documentStore.js'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { checkPage, planQuery } from '../../../kernel/queryPlan.js'
import { fromCursor, toCursor } from '../cursor.js'
import { decodeCursorValues, encodeCursorValues } from './cursorValues.js'
import { filterOf, openMembers, sortOf, textOf } from './filter.js'
import { type DocumentRecord, idText, PROJECTION, toStored } from './record.js'

/** Documents per page of a scan of all. */
const PAGE = 500

/** The reads of one collection. */
export function createReads<D extends Document>(name: string, indexes: Indexes, records: Collection<DocumentRecord>) {
  /** Loads documents in the order of `ids`, including tombstones. */
  async function load(ids: readonly string[]): Promise<(Stored<D | null> | undefined)[]> {
    const texts = ids.map(idText)
    const found = await records.find({ _id: { $in: [...new Set(texts)] } }, { projection: PROJECTION }).toArray()
    const byId = new Map(found.map((record) => [record._id, record]))
    return texts.map((text) => {
      const record = byId.get(text)
      return record && toStored<D>(record)
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
        encodeCursorValues(
          open.map((member) => String(textOf(member, member === '_id' ? id : (document[member] as string)))),
        ),
      )
    return async () => {
      const found = await records
        .find(filterOf(plan, reverse, cursor), { projection: PROJECTION })
        .sort(sortOf(plan, reverse))
        .skip(skip)
        .limit(limit + 1)
        .toArray()
      const items = found.slice(0, limit).map((record) => toStored<D>(record) as Stored<D>)
      return {
        items,
        ...(found.length > limit && { next: cursorOf(items.at(-1)!) }),
        ...(cursors && { cursors: items.map(cursorOf) }),
      }
    }
  }

  function count(query: Pick<Find, 'index' | 'equals' | 'range'>): () => Promise<number> {
    const filter = filterOf(planQuery(name, indexes, query))
    return () => records.countDocuments(filter)
  }

  /** A page of all documents in order of id, after an id. */
  async function pageOfAll(after: string | undefined): Promise<Stored<D>[]> {
    const filter = { body: { $ne: null }, ...(after !== undefined && { _id: { $gt: idText(after) } }) }
    const found = await records.find(filter, { projection: PROJECTION }).sort({ _id: 1 }).limit(PAGE).toArray()
    return found.map((record) => toStored<D>(record) as Stored<D>)
  }

  return { load, find, count, pageOfAll }
}
