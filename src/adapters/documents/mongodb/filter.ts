import type { Filter, Sort } from 'mongodb'
import type { IndexValue } from '../../../kernel/ports/documentStore.js'
import type { QueryPlan } from '../../../kernel/queryPlan.js'
import { bracketOf } from '../values.js'
import { type DocumentRecord, idText, valueText } from './record.js'

/** The field that holds a member of an index. */
export const fieldOf = (member: string): string => (member === '_id' ? member : `members.${member}`)

/** A value as its field stores it. Ids are never numbers: a number as id matches nothing. */
export const textOf = (member: string, value: IndexValue): IndexValue =>
  member !== '_id' ? valueText(value) : typeof value === 'string' ? idText(value) : value

export const sortOf = ({ members }: QueryPlan, reverse: boolean): Sort =>
  Object.fromEntries(members.map((member) => [fieldOf(member), reverse ? -1 : 1]))

/** Members without an equality condition: their values are a cursor's position. */
export const openMembers = ({ members, values }: QueryPlan): readonly string[] => members.slice(values.length)

type Condition = { readonly [operator: string]: IndexValue }

/**
 * Filter for a query, optionally after a cursor. "After" is an alternative of index ranges (same group and score, greater
 * id; or same group, greater score; …), each of which MongoDB scans in order.
 * @param cursor values of the open members
 */
export function filterOf(plan: QueryPlan, reverse = false, cursor?: readonly IndexValue[]): Filter<DocumentRecord> {
  const open = openMembers(plan)
  const equal = Object.fromEntries(
    plan.values.map((value, index) => [fieldOf(plan.members[index]!), textOf(plan.members[index]!, value)]),
  )
  // Matches any text: a document that lacks a member is not in the index.
  const within = open.map((member, index): Condition => (index === 0 && rangeOf(member, plan.range)) || { $gte: '' })
  const where = (conditions: readonly Condition[]) => ({
    ...equal,
    ...Object.fromEntries(open.map((member, index) => [fieldOf(member), conditions[index]!])),
  })
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

function after(condition: Condition, value: IndexValue, reverse: boolean): Condition {
  if (!reverse) return { ...condition, $gt: value }
  const { $lt: to = value } = condition
  return { ...condition, $lt: to < value ? to : value }
}

function rangeOf(member: string, range: QueryPlan['range']): Condition | undefined {
  if (!range) return undefined
  const { from, to } = range
  // Ids are text without the byte for the type of a value.
  if (member === '_id') {
    return {
      ...(from !== undefined && { $gte: textOf(member, from) }),
      ...(to !== undefined && { $lt: textOf(member, to) }),
    }
  }
  const bracket = bracketOf((from ?? to)!)
  return {
    $gte: from === undefined ? bracket.from.toString('latin1') : valueText(from),
    $lt: to === undefined ? bracket.to.toString('latin1') : valueText(to),
  }
}
