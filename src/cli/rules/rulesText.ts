// Rules as people read them on a terminal.
import pc from 'picocolors'
import type { Rule, RuleWarning } from '../../client/index.js'
import { print, printTable, visible } from '../output.js'

/** A condition on one line: `domain eq example.com and not (hour lt 6)`. @param condition as the service checked it */
export function conditionText(condition: Rule['when'], isInner = false): string {
  const { all, any, not, fact, op, value } = condition as Readonly<Record<string, unknown>>
  if (Array.isArray(all)) return all.length === 0 ? 'always' : joined(all, 'and', isInner)
  if (Array.isArray(any)) return joined(any, 'or', isInner)
  if (not) return `not (${conditionText(not as Rule['when'])})`
  return `${fact} ${op} ${Array.isArray(value) ? `[${value.join(', ')}]` : value}`
}

function joined(parts: readonly Rule['when'][], word: string, isInner: boolean): string {
  if (parts.length === 1) return conditionText(parts[0]!, isInner)
  const text = parts.map((part) => conditionText(part, true)).join(` ${word} `)
  return isInner ? `(${text})` : text
}

/** Prints rules in order, then what can never decide. */
export function printRules(rules: readonly Rule[], warnings: readonly RuleWarning[]): void {
  if (rules.length === 0) print("There are none: v2's default policy decides.")
  else
    printTable(
      ['#', 'rule', 'action', 'when', 'message'],
      rules.map(({ name, action, when, message }, index) => [
        String(index + 1),
        visible(name ?? '–'),
        action,
        visible(conditionText(when)),
        visible(message ?? '–'),
      ]),
    )
  printWarnings(warnings)
}

export function printWarnings(warnings: readonly Pick<RuleWarning, 'message'>[]): void {
  for (const { message } of warnings) print(`${pc.yellow('Warning:')} ${visible(message)}`)
}
