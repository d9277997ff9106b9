// Compiles rules into functions, once per version.
import type { Condition, Fact, Rule, Test } from './rule.js'

/** What tests are about. A member that is undefined is not known: only records of the past lack facts. */
export interface RuleFacts {
  readonly domain: string | null | undefined
  /** The public suffix of the domain. */
  readonly suffix: string | null | undefined
  readonly mx: readonly string[] | undefined
  readonly provider: string | null | undefined
  readonly status: string | undefined
  readonly decision: string | undefined
  readonly reasons: readonly string[] | undefined
  readonly inAllowList: boolean | undefined
  readonly inDenyList: boolean | undefined
  readonly hour: number | undefined
  /** Last five hex digits of the key's id. */
  readonly key: string | undefined
  readonly mailbox: string | undefined
  readonly acceptAll: string | undefined
  /** Three digits; null without a reply. */
  readonly mailboxCode: string | null | undefined
  readonly mailboxEnhancedCode: string | null | undefined
  readonly mailboxFinal: boolean | undefined
}

/** Whether a condition holds; undefined if that depends on a fact that is not known. */
export type Holds = (facts: RuleFacts) => boolean | undefined

/** The rules' conditions as functions. Each takes constant time per test, whatever the facts are. */
export const compileRules = (rules: readonly Rule[]): readonly Holds[] => rules.map(({ when }) => compile(when))

function compile(condition: Condition): Holds {
  if ('all' in condition) return allOf(condition.all.map(compile))
  if ('any' in condition) return anyOf(condition.any.map(compile))
  if ('not' in condition) return notOf(compile(condition.not))
  return testOf(condition)
}

function allOf(parts: readonly Holds[]): Holds {
  if (parts.length === 1) return parts[0]!
  return (facts) => {
    let known = true
    for (let at = 0; at < parts.length; at++) {
      const holds = parts[at]!(facts)
      if (holds === false) return false
      if (holds === undefined) known = false
    }
    return known || undefined
  }
}

function anyOf(parts: readonly Holds[]): Holds {
  if (parts.length === 1) return parts[0]!
  return (facts) => {
    let known = true
    for (let at = 0; at < parts.length; at++) {
      const holds = parts[at]!(facts)
      if (holds === true) return true
      if (holds === undefined) known = false
    }
    return known ? false : undefined
  }
}

const notOf =
  (part: Holds): Holds =>
  (facts) => {
    const holds = part(facts)
    return holds === undefined ? undefined : !holds
  }

export type Scalar = string | number | boolean | null

/** How the value of each fact is read. Patterns are among the reasons. */
export const READ: { readonly [fact in Fact]: (facts: RuleFacts) => Scalar | readonly string[] | undefined } = {
  domain: ({ domain }) => domain,
  suffix: ({ suffix }) => suffix,
  mx: ({ mx }) => mx,
  provider: ({ provider }) => provider,
  status: ({ status }) => status,
  decision: ({ decision }) => decision,
  reasons: ({ reasons }) => reasons,
  patterns: ({ reasons }) => reasons,
  in_allow_list: ({ inAllowList }) => inAllowList,
  in_deny_list: ({ inDenyList }) => inDenyList,
  hour: ({ hour }) => hour,
  key: ({ key }) => key,
  mailbox: ({ mailbox }) => mailbox,
  accept_all: ({ acceptAll }) => acceptAll,
  mailbox_code: ({ mailboxCode }) => mailboxCode,
  mailbox_enhanced_code: ({ mailboxEnhancedCode }) => mailboxEnhancedCode,
  mailbox_final: ({ mailboxFinal }) => mailboxFinal,
}

function testOf({ fact, op, value }: Test): Holds {
  const read = READ[fact]
  if (fact === 'mx' || fact === 'reasons' || fact === 'patterns') {
    const tested = ofSeveral(op, value)
    return (facts) => {
      const found = read(facts) as readonly string[] | undefined
      return found === undefined ? undefined : tested(found)
    }
  }
  const tested = ofOne(op, value)
  return (facts) => {
    const found = read(facts) as Scalar | undefined
    return found === undefined ? undefined : tested(found)
  }
}

function ofOne(op: Test['op'], value: Test['value']): (found: Scalar) => boolean {
  switch (op) {
    case 'eq':
      return (found) => found === value
    case 'ne':
      return (found) => found !== value
    case 'in': {
      const values = new Set<Scalar>(value as readonly Scalar[])
      return (found) => values.has(found)
    }
    case 'not_in': {
      const values = new Set<Scalar>(value as readonly Scalar[])
      return (found) => !values.has(found)
    }
    case 'under':
      return (found) => isUnder(found, value as string)
    case 'lt':
      return (found) => (found as number) < (value as number)
    case 'lte':
      return (found) => (found as number) <= (value as number)
    case 'gt':
      return (found) => (found as number) > (value as number)
    case 'gte':
      return (found) => (found as number) >= (value as number)
    default:
      throw new RangeError(`the operator ${op} is not of a single value`)
  }
}

function ofSeveral(op: Test['op'], value: Test['value']): (found: readonly string[]) => boolean {
  switch (op) {
    case 'contains':
      return (found) => found.includes(value as string)
    case 'contains_any': {
      const values = new Set(value as readonly string[])
      return (found) => found.some((each) => values.has(each))
    }
    case 'contains_none': {
      const values = new Set(value as readonly string[])
      return (found) => !found.some((each) => values.has(each))
    }
    case 'under':
      return (found) => found.some((each) => isUnder(each, value as string))
    default:
      throw new RangeError(`the operator ${op} is not of several values`)
  }
}

/** Whether a name is another one or below it. */
export function isUnder(name: Scalar, other: string): boolean {
  if (typeof name !== 'string' || !name.endsWith(other)) return false
  return name.length === other.length || name[name.length - other.length - 1] === '.'
}
