import type { Collection } from 'mongodb'
import type { Document, Find, Found, Stored } from '../../../kernel/ports/documentStore.js'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { checkPage, planQuery } from '../../../kernel/queryPlan.js'
import { fromCursor, toCursor } from '../cursor.js'
import { filterOf, openMembers, sortOf, textOf } from './filter.js'
import { fromPlace, toPlace } from './place.js'
import { idText, type Kept, SHOWN, toStored } from './record.js'

/** Documents read at once by a walk over all. */
const PAGE = 500

/** Everything that reads one collection. */
export function createReads<D extends Document>(name: string, indexes: Indexes, kept: Collection<Kept>) {
  /** In the order of `ids`, tombstones among them. */
  async function load(ids: readonly string[]): Promise<(Stored<D | null> | undefined)[]> {
    const texts = ids.map(idText)
    const found = await kept.find({ _id: { $in: [...new Set(texts)] } }, { projection: SHOWN }).toArray()
    const byId = new Map(found.map((record) => [record._id, record]))
    return texts.map((text) => {
      const record = byId.get(text)
      return record && toStored<D>(record)
    })
  }

  /** How to answer a question. @throws RangeError when it cannot be answered */
  function find(question: Find): () => Promise<Found<D>> {
    const { limit, skip = 0, after, reverse = false, cursors = false } = question
    checkPage(question)
    const terms = planQuery(name, indexes, question)
    const asked = { ...question, collection: name, members: terms.members }
    const open = openMembers(terms)
    const place = after === undefined ? undefined : fromPlace(fromCursor(asked, after), open.length)
    const cursorOf = ({ id, document }: Stored<D>) =>
      toCursor(
        asked,
        toPlace(open.map((member) => String(textOf(member, member === '_id' ? id : (document[member] as string))))),
      )
    return async () => {
      const found = await kept
        .find(filterOf(terms, reverse, place), { projection: SHOWN })
        .sort(sortOf(terms, reverse))
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

  function count(question: Pick<Find, 'index' | 'equals' | 'range'>): () => Promise<number> {
    const filter = filterOf(planQuery(name, indexes, question))
    return () => kept.countDocuments(filter)
  }

  /** A page of all documents, by id, that follow an id. */
  async function pageOfAll(after: string | undefined): Promise<Stored<D>[]> {
    const filter = { body: { $ne: null }, ...(after !== undefined && { _id: { $gt: idText(after) } }) }
    const found = await kept.find(filter, { projection: SHOWN }).sort({ _id: 1 }).limit(PAGE).toArray()
    return found.map((record) => toStored<D>(record) as Stored<D>)
  }

  return { load, find, count, pageOfAll }
}
