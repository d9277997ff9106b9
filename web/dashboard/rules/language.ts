// The language of rules for people: names of facts and operators, conditions as groups, and conditions in words.
import {
  FACTS,
  type Fact,
  OF_LISTS,
  OPERATORS,
  type Operator,
  type Test,
} from '../../../src/features/rules/language/rule.js'
import { PATTERNS } from '../../../src/features/verification/engine/facts.js'
import { V2_REASONS } from '../../../src/features/verification/engine/policy/reasonCodes.js'
import { MAILBOX_RESULTS } from '../../../src/kernel/ports/mailboxes.js'

export { FACTS, type Fact, OF_LISTS, type Operator, type Test }

const FACT_NAMES: { readonly [fact in Fact]: string } = {
  domain: 'domain',
  suffix: 'public suffix',
  mx: 'mail exchanges',
  provider: 'provider',
  status: 'status',
  decision: 'default decision',
  reasons: 'reasons',
  patterns: 'patterns',
  in_allow_list: 'in the allow list',
  in_deny_list: 'in the deny list',
  hour: 'hour (UTC)',
  key: 'API key',
  mailbox: 'mailbox',
  accept_all: 'accepts all mailboxes',
  mailbox_code: 'code of the mail server',
  mailbox_enhanced_code: 'enhanced code of the mail server',
  mailbox_final: 'answer of the mail server is final',
}
export const FACT_OPTIONS = Object.entries(FACT_NAMES) as readonly (readonly [Fact, string])[]

const OPERATOR_NAMES: { readonly [operator in Operator]: string } = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  under: 'is, or is below',
  contains: 'contain',
  contains_any: 'contain any of',
  contains_none: 'contain none of',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
}
export const operatorsOf = (fact: Fact): readonly (readonly [Operator, string])[] =>
  OPERATORS[FACTS[fact]].map((operator) => [operator, OPERATOR_NAMES[operator]] as const)

/** The values of facts that have a closed set of them. */
export const WORDS: { readonly [fact in Fact]?: readonly string[] } = {
  status: ['valid', 'invalid', 'unknown'],
  decision: ['allow', 'review', 'deny'],
  reasons: V2_REASONS,
  patterns: PATTERNS,
  mailbox: MAILBOX_RESULTS,
  accept_all: ['yes', 'no', 'unknown'],
}

/** An example of a value that people type. */
export const EXAMPLES: { readonly [fact in Fact]?: string } = {
  domain: 'example.com',
  suffix: 'co.uk',
  mx: 'mx.example.net',
  provider: 'gmail',
  key: 'ID, or its last five characters',
  hour: '6',
  mailbox_code: '550',
  mailbox_enhanced_code: '5.1.1',
}

/** How the parts of a group decide together. */
export const GROUP_OPTIONS = [
  ['all', 'all of these'],
  ['any', 'any of these'],
  ['none', 'none of these'],
  ['notAll', 'not all of these'],
] as const
export type GroupKind = (typeof GROUP_OPTIONS)[number][0]

interface Group {
  readonly kind: GroupKind
  readonly parts: readonly unknown[]
  /** JSON pointer of a part, from the group. */
  readonly pathOf: (index: number) => string
}

/** A condition as a group of others; undefined if it is a test, or no condition. */
export function groupOf(condition: unknown): Group | undefined {
  if (!isObject(condition)) return undefined
  for (const kind of ['all', 'any'] as const) {
    const parts = condition[kind]
    if (Array.isArray(parts)) return { kind, parts, pathOf: (index) => `/${kind}/${index}` }
  }
  const { not } = condition
  if (!isObject(not)) return undefined
  const inner = 'not' in not ? undefined : groupOf(not)
  if (!inner) return { kind: 'none', parts: [not], pathOf: () => '/not' }
  const kind = inner.kind === 'all' ? 'notAll' : 'none'
  return { kind, parts: inner.parts, pathOf: (index) => `/not${inner.pathOf(index)}` }
}

/** The inverse of `groupOf`. */
export function conditionOf(kind: GroupKind, parts: readonly unknown[]): unknown {
  if (kind === 'none') return { not: { any: parts } }
  return kind === 'notAll' ? { not: { all: parts } } : { [kind]: parts }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a form can show a condition as a test. */
export const isTest = (condition: unknown): condition is Test =>
  isObject(condition) &&
  typeof condition.fact === 'string' &&
  Object.hasOwn(FACTS, condition.fact) &&
  typeof condition.op === 'string' &&
  (OPERATORS[FACTS[condition.fact as Fact]] as readonly string[]).includes(condition.op)

/** The value that a test has when its fact or its operator has just been chosen. */
export function startValue(fact: Fact, op: Operator, before: unknown): unknown {
  const known = (Array.isArray(before) ? before : [before]).filter((each) => fits(fact, each))
  if (OF_LISTS.has(op)) return known
  return known[0] ?? (FACTS[fact] === 'flag' ? true : (WORDS[fact]?.[0] ?? ''))
}

function fits(fact: Fact, value: unknown): boolean {
  const kind = FACTS[fact]
  if (kind === 'flag') return typeof value === 'boolean'
  if (kind === 'number') return typeof value === 'number'
  return typeof value === 'string' && value !== '' && (WORDS[fact]?.includes(value) ?? true)
}

export const NEW_TEST: Test = { fact: 'domain', op: 'eq', value: '' }

/** The longest list of values that is read out. */
const MAX_TOLD = 3

/** A condition in words: `domain is example.com and hour (UTC) is less than 6`. */
export function inWords(condition: unknown): string {
  if (isTest(condition)) {
    const { fact, op, value } = condition
    const values = Array.isArray(value) ? value : [value]
    const more = values.length > MAX_TOLD ? ` and ${values.length - MAX_TOLD} more` : ''
    const told = `${values.slice(0, MAX_TOLD).join(', ')}${more}`
    if (FACTS[fact] === 'flag') return (op === 'eq') === (value === true) ? FACT_NAMES[fact] : `not ${FACT_NAMES[fact]}`
    return `${FACT_NAMES[fact]} ${OPERATOR_NAMES[op]} ${told || '…'}`
  }
  const group = groupOf(condition)
  if (!group) return JSON.stringify(condition) ?? 'nothing'
  const { kind, parts } = group
  if (parts.length === 0) return kind === 'all' ? 'always' : kind === 'notAll' ? 'never' : 'no condition yet'
  const joined = parts.map((part) => (isTest(part) ? inWords(part) : `(${inWords(part)})`))
  if (kind === 'all' || kind === 'any') {
    if (joined.length === 1) return inWords(parts[0])
    return joined.join(kind === 'all' ? ' and ' : ' or ')
  }
  return `not (${joined.join(kind === 'none' ? ' or ' : ' and ')})`
}
