// The language of rules, as data: what a set of rules consists of.
import type { Decision } from '../../verification/index.js'

/** The facts that tests are about, with the kind of their values. */
export const FACTS = {
  domain: 'name',
  suffix: 'name',
  mx: 'names',
  provider: 'word',
  status: 'word',
  decision: 'word',
  reasons: 'words',
  patterns: 'words',
  in_allow_list: 'flag',
  in_deny_list: 'flag',
  hour: 'number',
  key: 'word',
  mailbox: 'word',
  accept_all: 'word',
  mailbox_code: 'word',
  mailbox_enhanced_code: 'word',
  mailbox_final: 'flag',
} as const
export type Fact = keyof typeof FACTS
export type FactKind = (typeof FACTS)[Fact]

/**
 * The operators of each kind of fact. A name is `under` another if it is that name or below it. Facts with several values
 * are tested by `contains`, `contains_any` and `contains_none`; of mail exchanges, `under` asks whether any is.
 */
export const OPERATORS = {
  name: ['eq', 'ne', 'in', 'not_in', 'under'],
  names: ['contains', 'contains_any', 'contains_none', 'under'],
  word: ['eq', 'ne', 'in', 'not_in'],
  words: ['contains', 'contains_any', 'contains_none'],
  flag: ['eq', 'ne'],
  number: ['eq', 'ne', 'in', 'not_in', 'lt', 'lte', 'gt', 'gte'],
} as const satisfies { readonly [kind in FactKind]: readonly string[] }
export type Operator = (typeof OPERATORS)[FactKind][number]

/** Operators whose value is a list. */
export const OF_LISTS: ReadonlySet<Operator> = new Set<Operator>(['in', 'not_in', 'contains_any', 'contains_none'])

/** A test of a fact. */
export interface Test {
  readonly fact: Fact
  readonly op: Operator
  readonly value: string | number | boolean | readonly (string | number)[]
}

/** What must hold for a rule to decide. `{ all: [] }` always holds. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | Test

export interface Rule {
  /** Unique in its set; a rule without one is called by its number. */
  readonly name?: string
  readonly when: Condition
  readonly action: Decision
  /** What to say to the visitor. */
  readonly message?: string
}

/** Rules in order: the first whose condition holds decides. */
export type Rules = readonly Rule[]

/** What decides where no rule does: entries of the account's own lists. */
export const ALLOW_LIST = 'allow_list'
export const DENY_LIST = 'deny_list'

/** The name by which a rule is known in answers and in the log. @param index from 0 */
export const nameOf = ({ name }: Pick<Rule, 'name'>, index: number): string => name ?? `rule ${index + 1}`

/** The direct parts of a condition; none of a test. */
function partsOf(condition: Condition): readonly Condition[] {
  if ('all' in condition) return condition.all
  if ('any' in condition) return condition.any
  return 'not' in condition ? [condition.not] : []
}

/** The tests of a condition. */
export function* testsIn(condition: Condition): Generator<Test> {
  if ('fact' in condition) yield condition
  for (const part of partsOf(condition)) yield* testsIn(part)
}
