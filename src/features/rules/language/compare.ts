// What differs between two sets of rules.
import { canonicalJson } from '../../../kernel/canonicalJson.js'
import { nameOf, type Rule, type Rules } from './rule.js'

/** A difference. A rule is recognised by its name or, without one, by what it says. Places count from 1. */
export interface RuleChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved'
  readonly rule: string
  readonly before?: Rule
  readonly after?: Rule
  readonly placeBefore: number | null
  readonly placeAfter: number | null
}

/** The differences in the order of the later set, then what was removed. */
export function compareRules(before: Rules, after: Rules): RuleChange[] {
  const old = new Map(keysOf(before).map((key, index) => [key, index]))
  const kept = keysOf(after).map((key) => old.get(key))
  const inOrder = longestRising(kept.filter((index) => index !== undefined))
  const changes: RuleChange[] = []
  for (const [index, rule] of after.entries()) {
    const was = kept[index]
    const change = { rule: nameOf(rule, index), after: rule, placeAfter: index + 1 }
    if (was === undefined) changes.push({ kind: 'added', ...change, placeBefore: null })
    else {
      const same = canonicalJson(before[was]) === canonicalJson(rule)
      if (same && inOrder.has(was)) continue
      changes.push({ kind: same ? 'moved' : 'changed', ...change, before: before[was]!, placeBefore: was + 1 })
    }
  }
  const found = new Set(kept)
  for (const [index, rule] of before.entries()) {
    if (found.has(index)) continue
    changes.push({ kind: 'removed', rule: nameOf(rule, index), before: rule, placeBefore: index + 1, placeAfter: null })
  }
  return changes
}

/** What each rule is recognised by; equal rules without names are told apart by their order. */
function keysOf(rules: Rules): string[] {
  const counts = new Map<string, number>()
  return rules.map((rule) => {
    const key = rule.name === undefined ? canonicalJson(rule) : `name ${rule.name}`
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return `${count} ${key}`
  })
}

/** The numbers of a longest rising subsequence: the rules that stayed where they were, relative to each other. */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  let best: readonly number[] = []
  const endingAt: (readonly number[])[] = []
  for (const [at, number] of numbers.entries()) {
    let longest: readonly number[] = []
    for (let earlier = 0; earlier < at; earlier++) {
      const candidate = endingAt[earlier]!
      if (numbers[earlier]! < number && candidate.length > longest.length) longest = candidate
    }
    const ending = [...longest, number]
    endingAt.push(ending)
    if (ending.length > best.length) best = ending
  }
  return new Set(best)
}
