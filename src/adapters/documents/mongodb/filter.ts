// MongoDB filters and sort orders for queries, pages and cursors of the document store.
import type { Filter, Sort } from 'mongodb'
import type { IndexValue } from '../../../kernel/ports/documentStore.js'
import type { QueryPlan } from '../../../kernel/queryPlan.js'
import { valueBytes } from '../values.js'
import type { DocumentRecord } from './record.js'
import type { TimeConversion } from './times.js'

export const sortOf = ({ members }: QueryPlan, reverse: boolean): Sort =>
  Object.fromEntries(members.map((member) => [member, reverse ? -1 : 1]))

/** Members without an equality condition: their values are a cursor's position. */
export const openMembers = ({ members, values }: QueryPlan): readonly string[] => members.slice(values.length)

type Condition = { readonly [operator: string]: IndexValue | null }

/** A document that lacks an indexed member, such as a tombstone, is not in the index. */
const PRESENT: Condition = { $ne: null }

/**
 * Filter for a query, optionally after a cursor. "After" is an alternative of index ranges (same group and score, greater
 * id; or same group, greater score; …), each of which MongoDB scans in order.
 * @param cursor values of the open members
 */
export function filterOf(
  plan: QueryPlan,
  { encodeValue }: TimeConversion,
  reverse = false,
  cursor?: readonly IndexValue[],
): Filter<DocumentRecord> {
  const open = openMembers(plan)
  const equal = plan.values.map((value, index) => {
    const member = plan.members[index]!
    return [member, encodeValue(member, value)] as const
  })
  const within = open.map((member, index) => (index === 0 && rangeOf(plan.range)) || presence(member))
  const where = (conditions: readonly Condition[]) =>
    Object.fromEntries([
      ...equal,
      ...open.flatMap((member, index) => {
        const operators = Object.entries(conditions[index]!)
        if (operators.length === 0) return []
        const encoded = operators.map(([operator, value]) => [
          operator,
          value === null ? null : encodeValue(member, value),
        ])
        return [[member, Object.fromEntries(encoded)]]
      }),
    ])
  if (!cursor) return where(within)
  return {
    $or: open.map((_, last) =>
      where(
        within.map((condition, index) => {
          if (index < last) return { ...condition, $eq: cursor[index]! }
          return index === last ? after(condition, cursor[index]!, reverse) : condition
        }),
      ),
    ),
  }
}

/** Every document has an id. */
const presence = (member: string): Condition => (member === '_id' ? {} : PRESENT)

function after({ $ne: _, ...range }: Condition, value: IndexValue, reverse: boolean): Condition {
  if (!reverse) return { ...range, $gt: value }
  const to = range.$lt ?? value
  return { ...range, $lt: Buffer.compare(valueBytes(to), valueBytes(value)) < 0 ? to : value }
}

/** MongoDB compares values of one type only. */
const rangeOf = (range: QueryPlan['range']): Condition | undefined =>
  range && {
    ...(range.from !== undefined && { $gte: range.from }),
    ...(range.to !== undefined && { $lt: range.to }),
  }
