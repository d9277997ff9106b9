// What is allowed in a set of rules, but surely not meant.
import { whyAbsent, whyUnlisted } from './absent.js'
import { createReasoner, whyImpossible } from './implies.js'
import { nameOf, type Rule, type Rules, testsIn } from './rule.js'

export interface Warning {
  /** Number of the rule, from 1. */
  readonly rule: number
  readonly code: 'impossible' | 'shadowed' | 'improbable'
  readonly message: string
}

/**
 * Rules that can never decide, because of themselves or because an earlier rule always does before them; and those that decide only
 * about domains that do not exist.
 */
export function warningsOf(rules: Rules): Warning[] {
  const { implies } = createReasoner()

  function warningOf(rule: Rule, index: number): Omit<Warning, 'rule'> | undefined {
    const { when } = rule
    const name = `\`${nameOf(rule, index)}\``
    const impossible = whyImpossible(when, whyAbsent)
    if (impossible !== undefined)
      return { code: 'impossible', message: `${name} never decides: ${sentence(impossible)}` }
    const earlier = rules.slice(0, index).findIndex((each) => implies(when, each.when))
    if (earlier !== -1) {
      const by = `\`${nameOf(rules[earlier]!, earlier)}\``
      return { code: 'shadowed', message: `${name} never decides: ${by} decides before it, wherever it could.` }
    }
    const improbable = whyImpossible(when, whyUnlisted)
    return improbable === undefined
      ? undefined
      : { code: 'improbable', message: `${name} probably never decides: ${sentence(improbable)}` }
  }

  return rules.flatMap((rule, index) => {
    const warning = warningOf(rule, index)
    return warning ? [{ rule: index + 1, ...warning }] : []
  })
}

const sentence = (text: string): string => (text.endsWith('?') ? text : `${text}.`)

/** Whether any rule tests a fact. */
export const tests = (rules: Rules, fact: string): boolean =>
  rules.some(({ when }) => [...testsIn(when)].some((test) => test.fact === fact))
