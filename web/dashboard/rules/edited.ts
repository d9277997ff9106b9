// Rules while they are edited: as objects that may still be wrong in any way, with what the service says about them.
import type { RuleFieldsFragment } from '../api/operations.generated.js'
import type { Problem } from '../api/request.js'
import { isObject } from './language.js'

/** A rule as JSON has it. Its members may have any value, and members that no rule has are kept. */
export type RuleJson = Readonly<Record<string, unknown>>

export interface EditedRule {
  /** Identifies the rule on the page. */
  readonly key: number
  readonly json: RuleJson
}

let lastKey = 0
export const edited = (json: RuleJson): EditedRule => ({ key: ++lastKey, json })

/** Rules as the service has them: over GraphQL, conditions are texts. */
export const jsonOf = ({ name, when, action, message }: RuleFieldsFragment): RuleJson => ({
  ...(name != null && { name }),
  when: JSON.parse(when),
  action: action.toLowerCase(),
  ...(message != null && { message }),
})

/** The body of a request, which is also what a file of rules holds. */
export const bodyOf = (rules: readonly EditedRule[]) => ({ rules: rules.map(({ json }) => json) })

export const textOf = (rules: readonly EditedRule[]): string => JSON.stringify(bodyOf(rules), null, 2)

/**
 * Reads rules that somebody has typed: a body, or its list of rules. Rules that are as before stay the same objects.
 * @throws Error in words for people
 */
export function readText(text: string, before: readonly EditedRule[]): readonly EditedRule[] {
  const value: unknown = parsed(text)
  const rules = isObject(value) ? value.rules : value
  if (!Array.isArray(rules) || !rules.every(isObject))
    throw new Error('Write {"rules": […]} with a list of objects, each with `when` and `action`.')
  const known = new Map(before.map((rule) => [JSON.stringify(rule.json), rule]))
  return rules.map((json) => {
    const name = JSON.stringify(json)
    const rule = known.get(name)
    known.delete(name)
    return rule ?? edited(json)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // V8 names the position; other engines the line.
    const position = /position (\d+)/.exec((error as Error).message)?.[1]
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length
    throw new Error(`This is not JSON${line === undefined ? '' : `, in line ${line}`}: ${(error as Error).message}`)
  }
}

/** A problem, at the part of the rules that it is about. */
export interface PlacedProblem {
  /** The rule, or the condition, as an object of the edited rules; undefined if it is about all of them. */
  readonly part: object | undefined
  readonly rule: EditedRule | undefined
  /** JSON pointer of the part, from its rule. */
  readonly path: string
  /** The member that is wrong, and how. */
  readonly message: string
}

/** Finds the parts that problems are about: the innermost rule or condition that each path leads through. */
export function place(problems: readonly Problem[], rules: readonly EditedRule[]): readonly PlacedProblem[] {
  return problems.map(({ path, message }) => {
    const [index, ...steps] = path.split('/').slice(2)
    const rule = index === undefined ? undefined : rules[Number(index)]
    if (!rule) return { part: undefined, rule: undefined, path: '', message }
    let value: unknown = rule.json
    let found = { part: rule.json as object, at: 0 }
    for (const [at, step] of steps.entries()) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) break
      value = (value as Record<string, unknown>)[step]
      if (isObject(value)) found = { part: value, at: at + 1 }
    }
    const member = steps.slice(found.at)
    return {
      part: found.part,
      rule,
      path: pathOf(steps.slice(0, found.at)),
      message: `${nameOf(member, message)}${message}`,
    }
  })
}

const pathOf = (steps: readonly string[]): string => steps.map((step) => `/${step}`).join('')

/** The member that a message is about, unless it names it itself: `value/2` as `entry 3 of value `. */
function nameOf([member, entry]: readonly string[], message: string): string {
  if (member === undefined || message.includes(`\`${member}\``)) return ''
  return entry === undefined ? `${member} ` : `entry ${Number(entry) + 1} of ${member} `
}
