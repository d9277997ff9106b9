// Reads a set of rules from JSON: checks everything, and brings it into its normal form.
import { Failure } from '../../../kernel/failure.js'
import type { Decision } from '../../verification/index.js'
import { RULE_LIMITS } from './limits.js'
import {
  ALLOW_LIST,
  type Condition,
  DENY_LIST,
  FACTS,
  type Fact,
  nameOf,
  OPERATORS,
  type Operator,
  type Rule,
  type Rules,
} from './rule.js'
import { checkedValue } from './values.js'

interface Problem {
  /** JSON pointer. */
  readonly path: string
  readonly message: string
}

const MAX_PROBLEMS = 20

/**
 * Parses a set of rules. Defined for any value.
 * @throws Failure VALIDATION_ERROR with up to 20 problems
 */
export function parseRules(value: unknown): Rules {
  const reader = createReader()
  const rules = reader.rules(value)
  if (reader.problems.length > 0) throw invalid(reader.problems)
  const bytes = Buffer.byteLength(JSON.stringify(rules))
  if (bytes > RULE_LIMITS.setBytes) {
    const message = `the rules take ${bytes} bytes as JSON; at most ${RULE_LIMITS.setBytes} are allowed`
    throw invalid([{ path: '/rules', message }])
  }
  return rules
}

function invalid(problems: readonly Problem[]): Failure {
  const [first] = problems
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  return new Failure('VALIDATION_ERROR', `${first!.path}: ${first!.message}${more}.`, { problems })
}

type Json = { readonly [member: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const ALWAYS: Condition = { all: [] }
const ACTIONS: readonly unknown[] = ['allow', 'review', 'deny'] satisfies Decision[]
const MEMBERS = ['name', 'when', 'action', 'message']

function createReader() {
  const problems: Problem[] = []
  let conditions = 0

  function say(path: string, message: string): undefined {
    if (problems.length < MAX_PROBLEMS) problems.push({ path, message })
    return undefined
  }

  function rules(value: unknown): Rules {
    const { maxRules } = RULE_LIMITS
    if (!Array.isArray(value)) return say('/rules', 'must be a list of rules') ?? []
    if (value.length > maxRules)
      return say('/rules', `must have at most ${maxRules} rules; you sent ${value.length}`) ?? []
    const read = value.map((each, index) => rule(each, `/rules/${index}`))
    const names = new Set<string>()
    for (const [index, each] of read.entries()) {
      const name = nameOf(each, index)
      if (names.has(name)) say(`/rules/${index}/name`, `another rule is called "${name}" already`)
      if (name === ALLOW_LIST || name === DENY_LIST)
        say(`/rules/${index}/name`, `"${name}" is what decisions of that list are called`)
      names.add(name)
    }
    return read
  }

  function rule(value: unknown, path: string): Rule {
    if (!isObject(value))
      return say(path, 'must be an object with `when` and `action`') ?? { when: ALWAYS, action: 'allow' }
    unknownMembers(value, MEMBERS, path)
    const name = text(value.name, `${path}/name`, RULE_LIMITS.nameLength)
    const message = text(value.message, `${path}/message`, RULE_LIMITS.messageLength)
    if (!ACTIONS.includes(value.action)) say(`${path}/action`, 'must be `allow`, `review` or `deny`')
    const when =
      value.when === undefined
        ? (say(`${path}/when`, 'is missing; a rule that always decides has {"all": []}') ?? ALWAYS)
        : condition(value.when, `${path}/when`, 1)
    const action = value.action as Decision
    return { ...(name !== undefined && { name }), when, action, ...(message !== undefined && { message }) }
  }

  /** A text for people: one line without control characters. */
  function text(value: unknown, path: string, max: number): string | undefined {
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'string') return say(path, 'must be a string')
    if (value.trim() === '') return say(path, 'must not be empty')
    if ([...value.slice(0, 2 * max + 1)].length > max) return say(path, `must have at most ${max} characters`)
    if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value)) return say(path, 'must be one line without control characters')
    return value.trim()
  }

  function condition(value: unknown, path: string, depth: number): Condition {
    const { maxConditions, maxDepth } = RULE_LIMITS
    if (++conditions > maxConditions) {
      if (conditions === maxConditions + 1) say(path, `all rules together may have at most ${maxConditions} conditions`)
      return ALWAYS
    }
    if (depth > maxDepth) return say(path, `conditions may be nested at most ${maxDepth} levels deep`) ?? ALWAYS
    if (!isObject(value)) return say(path, 'must be an object with `all`, `any`, `not` or `fact`') ?? ALWAYS
    const kinds = ['all', 'any', 'not', 'fact'].filter((kind) => (value[kind] ?? null) !== null)
    if (kinds.length !== 1) {
      const found =
        kinds.length === 0
          ? 'has none of'
          : `has ${kinds.map((kind) => `"${kind}"`).join(' and ')}; it must have exactly one of`
      return say(path, `${found} \`all\`, \`any\`, \`not\` and \`fact\``) ?? ALWAYS
    }
    const [kind] = kinds
    if (kind === 'fact') return test(value, path)
    unknownMembers(value, [kind!], path)
    const inner = `${path}/${kind}`
    if (kind === 'not') return { not: condition(value.not, inner, depth + 1) }
    const list = value[kind as 'all' | 'any']
    if (!Array.isArray(list)) return say(inner, 'must be a list of conditions') ?? ALWAYS
    if (kind === 'any' && list.length === 0) return say(inner, 'must have at least one condition') ?? ALWAYS
    const parts: Condition[] = []
    for (const [index, each] of list.entries()) {
      if (conditions > maxConditions) break
      parts.push(condition(each, `${inner}/${index}`, depth + 1))
    }
    return kind === 'all' ? { all: parts } : { any: parts }
  }

  function test(value: Json, path: string): Condition {
    unknownMembers(value, ['fact', 'op', 'value'], path)
    const { fact, op } = value
    if (typeof fact !== 'string' || !Object.hasOwn(FACTS, fact)) {
      const name = typeof fact === 'string' ? ` "${fact.slice(0, 40)}"` : ''
      return say(`${path}/fact`, `unknown fact${name}; known are ${Object.keys(FACTS).join(', ')}`) ?? ALWAYS
    }
    const known: readonly string[] = OPERATORS[FACTS[fact as Fact]]
    if (typeof op !== 'string' || !known.includes(op))
      return say(`${path}/op`, `must be an operator of "${fact}": ${known.join(', ')}`) ?? ALWAYS
    const checked = checkedValue(fact as Fact, op as Operator, value.value)
    if ('problem' in checked) {
      const at = checked.at === undefined ? '' : `/${checked.at}`
      return say(`${path}/value${at}`, checked.problem) ?? ALWAYS
    }
    return { fact: fact as Fact, op: op as Operator, value: checked.value }
  }

  function unknownMembers(value: Json, known: readonly string[], path: string): void {
    for (const member in value) {
      // Generated clients send null for what their caller has not set.
      if (known.includes(member) || value[member] === null) continue
      say(path, `has an unknown member "${member.slice(0, 40)}"; known are ${known.join(', ')}`)
      return
    }
  }

  return { rules, problems }
}
