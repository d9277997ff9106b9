import type { Document, Find, IndexValue, Stored } from '../../kernel/ports/documentStore.js'
import { type Indexes, isIndexValue, planQuery, type QueryPlan } from '../../kernel/queryPlan.js'
import { compareValues } from './order.js'

/** Where a document stands in an index: its values, the last of them its id. */
export type Place = readonly IndexValue[]

/** A question as it is put to one document after the other. */
export interface DocumentQuery {
  /** Whether the document is an answer. */
  matches(stored: Stored<Document>): boolean
  /** Which of two answers comes first, in ascending order. */
  compare(a: Stored<Document>, b: Stored<Document>): number
  placeOf(stored: Stored<Document>): Place
  /** Where an answer stands to a place, in ascending order. */
  compareTo(stored: Stored<Document>, place: Place): number
}

const ID = '_id'

const memberOf = ({ id, document }: Stored<Document>, member: string): unknown =>
  member === ID ? id : Object.hasOwn(document, member) ? document[member] : undefined

/** @throws RangeError when the index cannot answer this, as a DocumentStore does */
export function compileQuery(indexes: Indexes, asked: Pick<Find, 'index' | 'equals' | 'range'>): DocumentQuery {
  const { members, values, range } = planQuery('the past', indexes, asked)
  const fixed = members.slice(0, values.length)
  const rest = members.slice(values.length)
  const within = rangeOf(range, rest[0]!)

  return {
    matches: (stored) =>
      fixed.every((member, at) => memberOf(stored, member) === values[at]) &&
      rest.every((member) => isIndexValue(memberOf(stored, member))) &&
      within(stored),
    compare(a, b) {
      for (const member of rest) {
        const order = compareValues(memberOf(a, member) as IndexValue, memberOf(b, member) as IndexValue)
        if (order !== 0) return order
      }
      return 0
    },
    placeOf: (stored) => members.map((member) => memberOf(stored, member) as IndexValue),
    compareTo(stored, place) {
      for (const [at, member] of members.entries()) {
        const order = compareValues(memberOf(stored, member) as IndexValue, place[at]!)
        if (order !== 0) return order
      }
      return 0
    },
  }
}

/** A bound that is left out is where values of the other's kind begin or end. */
function rangeOf(range: QueryPlan['range'], member: string): (stored: Stored<Document>) => boolean {
  if (!range) return () => true
  const { from, to } = range
  const kind = typeof (from ?? to)
  return (stored) => {
    const value = memberOf(stored, member) as IndexValue
    return (
      typeof value === kind &&
      (from === undefined || compareValues(value, from) >= 0) &&
      (to === undefined || compareValues(value, to) < 0)
    )
  }
}
