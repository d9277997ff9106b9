// What is allowed in a set of rules, but surely not meant.
import { whyAbsent } from './absent.js'
import { createReasoner, isImpossible } from './implies.js'
import { nameOf, type Rules, testsIn } from './rule.js'

export interface Warning {
  /** Number of the rule, from 1. */
  readonly rule: number
  readonly code: 'impossible' | 'shadowed'
  readonly message: string
}

/** Rules that can never decide: because of themselves, or because an earlier rule always does before them. */
export function warningsOf(rules: Rules): Warning[] {
  const { implies } = createReasoner()
  const warnings: Warning[] = []
  for (const [index, rule] of rules.entries()) {
    const name = `\`${nameOf(rule, index)}\``
    if (isImpossible(rule.when)) {
      const [absent] = [...testsIn(rule.when)].flatMap((test) => whyAbsent(test) ?? [])
      const why = sentence(absent ?? 'its conditions exclude each other')
      warnings.push({ rule: index + 1, code: 'impossible', message: `${name} never decides: ${why}` })
      continue
    }
    const earlier = rules.slice(0, index).findIndex(({ when }) => implies(rule.when, when))
    if (earlier === -1) continue
    const by = `\`${nameOf(rules[earlier]!, earlier)}\``
    warnings.push({
      rule: index + 1,
      code: 'shadowed',
      message: `${name} never decides: ${by} decides before it, wherever it could.`,
    })
  }
  return warnings
}

const sentence = (text: string): string => (text.endsWith('?') ? text : `${text}.`)

/** Whether any rule tests a fact. */
export const tests = (rules: Rules, fact: string): boolean =>
  rules.some(({ when }) => [...testsIn(when)].some((test) => test.fact === fact))
