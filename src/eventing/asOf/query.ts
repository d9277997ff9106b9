// Queries over the documents of an as-of read model.
import type { Document, Find, IndexValue, Stored } from '../../kernel/ports/documentStore.js'
import { type Indexes, isIndexValue, planQuery, type QueryPlan } from '../../kernel/queryPlan.js'
import { compareValues } from './order.js'

/** A document's key in an index: the values of the index's members, the last of which is its id. */
export type IndexKey = readonly IndexValue[]

/** A query compiled to predicates on single documents. */
export interface DocumentQuery {
  /** Whether the document matches the query. */
  matches(stored: Stored<Document>): boolean
  /** Compares two matching documents, in ascending order. */
  compare(a: Stored<Document>, b: Stored<Document>): number
  keyOf(stored: Stored<Document>): IndexKey
  /** Compares a matching document with an index key, in ascending order. */
  compareTo(stored: Stored<Document>, key: IndexKey): number
}

const ID = '_id'

const memberOf = ({ id, document }: Stored<Document>, member: string): unknown =>
  member === ID ? id : Object.hasOwn(document, member) ? document[member] : undefined

/** @throws RangeError when the index cannot answer the query, as a DocumentStore does */
export function compileQuery(indexes: Indexes, query: Pick<Find, 'index' | 'equals' | 'range'>): DocumentQuery {
  const { members, values, range } = planQuery('the as-of read model', indexes, query)
  const fixed = members.slice(0, values.length)
  const rest = members.slice(values.length)
  const isInRange = rangePredicate(range, rest[0]!)

  return {
    matches: (stored) =>
      fixed.every((member, at) => memberOf(stored, member) === values[at]) &&
      rest.every((member) => isIndexValue(memberOf(stored, member))) &&
      isInRange(stored),
    compare(a, b) {
      for (const member of rest) {
        const order = compareValues(memberOf(a, member) as IndexValue, memberOf(b, member) as IndexValue)
        if (order !== 0) return order
      }
      return 0
    },
    keyOf: (stored) => members.map((member) => memberOf(stored, member) as IndexValue),
    compareTo(stored, key) {
      for (const [at, member] of members.entries()) {
        const order = compareValues(memberOf(stored, member) as IndexValue, key[at]!)
        if (order !== 0) return order
      }
      return 0
    },
  }
}

/** Tests a member against a range. An absent bound means the first or last value of the other bound's type. */
function rangePredicate(range: QueryPlan['range'], member: string): (stored: Stored<Document>) => boolean {
  if (!range) return () => true
  const { from, to } = range
  const type = typeof (from ?? to)
  return (stored) => {
    const value = memberOf(stored, member) as IndexValue
    return (
      typeof value === type &&
      (from === undefined || compareValues(value, from) >= 0) &&
      (to === undefined || compareValues(value, to) < 0)
    )
  }
}
