import type { Filter, Sort } from 'mongodb'
import type { IndexValue } from '../../../kernel/ports/documentStore.js'
import type { QueryPlan } from '../../../kernel/queryPlan.js'
import { bracketOf } from '../values.js'
import { idText, type Kept, valueText } from './record.js'

/** The field that holds a member of an index. */
export const fieldOf = (member: string): string => (member === '_id' ? member : `members.${member}`)

/** A value as its field holds it. No id is a number: such a one finds nothing. */
export const textOf = (member: string, value: IndexValue): IndexValue =>
  member !== '_id' ? valueText(value) : typeof value === 'string' ? idText(value) : value

export const sortOf = ({ members }: QueryPlan, reverse: boolean): Sort =>
  Object.fromEntries(members.map((member) => [fieldOf(member), reverse ? -1 : 1]))

/** Members that the question leaves open: where a page ended is told by their values. */
export const openMembers = ({ members, values }: QueryPlan): readonly string[] => members.slice(values.length)

type Condition = { readonly [operator: string]: IndexValue }

/**
 * What answers a question, behind a place where it is given. "Behind" is said as a choice of ranges of the index
 * (same group and score, greater id; or same group, greater score; …), each of which MongoDB walks in order.
 */
export function filterOf(terms: QueryPlan, reverse = false, place?: readonly IndexValue[]): Filter<Kept> {
  const open = openMembers(terms)
  const equal = Object.fromEntries(
    terms.values.map((value, index) => [fieldOf(terms.members[index]!), textOf(terms.members[index]!, value)]),
  )
  // Text of any kind: a document that lacks a member is not in the index.
  const within = open.map((member, index): Condition => (index === 0 && rangeOf(member, terms.range)) || { $gte: '' })
  const where = (conditions: readonly Condition[]) => ({
    ...equal,
    ...Object.fromEntries(open.map((member, index) => [fieldOf(member), conditions[index]!])),
  })
  if (!place) return where(within)
  return {
    $or: open.map((_, last) =>
      where(
        within.map((condition, index) => {
          if (index < last) return { ...condition, $eq: place[index]! }
          return index === last ? behind(condition, place[index]!, reverse) : condition
        }),
      ),
    ),
  }
}

function behind(condition: Condition, place: IndexValue, reverse: boolean): Condition {
  if (!reverse) return { ...condition, $gt: place }
  const { $lt: to = place } = condition
  return { ...condition, $lt: to < place ? to : place }
}

function rangeOf(member: string, range: QueryPlan['range']): Condition | undefined {
  if (!range) return undefined
  const { from, to } = range
  // Ids are text without the byte that tells what kind a value is of.
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
