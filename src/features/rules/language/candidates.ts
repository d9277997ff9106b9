// Finds the rules that may hold, so that a decision need not ask all of them.
import { READ, type RuleFacts, type Scalar } from './compile.js'
import type { Condition, Fact, Test } from './rule.js'

/** A condition is false unless the fact is one of the values, or has one of them among its own, or is not known. */
interface Guard {
  readonly fact: Fact
  readonly values: readonly Scalar[]
}

/** A bit for each rule. */
export type RuleBits = Int32Array

/** The rules that may hold; the next call overwrites them. All others do not, whatever is not known. */
export type Candidates = (facts: RuleFacts) => RuleBits

/** Rules that have a guard of a fact: all of them, and those by value. */
interface FactIndex {
  readonly guarded: RuleBits
  readonly byValue: Map<Scalar, RuleBits>
}

/** The facts that most rules name a value of their own of. */
const SPECIFIC: ReadonlySet<Fact> = new Set<Fact>(['domain', 'mx', 'provider', 'key', 'suffix', 'hour'])

/** @param conditions those of the rules, in their order */
export function createCandidates(conditions: readonly Condition[]): Candidates {
  const noBits = (): RuleBits => new Int32Array((conditions.length + 31) >> 5)
  const always = noBits()
  const indexes = new Map<Fact, FactIndex>()
  const indexOf = (fact: Fact) => entryOf(indexes, fact, () => ({ byValue: new Map(), guarded: noBits() }))
  for (const [rule, condition] of conditions.entries()) {
    const guards = guardsOf(condition)
    if (!guards) add(always, rule)
    for (const { fact, values } of guards ?? []) {
      const { byValue, guarded } = indexOf(fact)
      add(guarded, rule)
      for (const value of values) add(entryOf(byValue, value, noBits), rule)
    }
  }
  const lookUps = [...indexes].map(([fact, index]) => ({ read: READ[fact], ...index }))
  const found = noBits()

  function include(bits: RuleBits | undefined): void {
    if (bits) for (let word = 0; word < found.length; word++) found[word]! |= bits[word]!
  }

  return (facts) => {
    found.set(always)
    for (const { read, byValue, guarded } of lookUps) {
      const value = read(facts)
      if (value === undefined) include(guarded)
      else if (Array.isArray(value)) for (const each of value) include(byValue.get(each))
      else include(byValue.get(value as Scalar))
    }
    return found
  }
}

function entryOf<K, V>(entries: Map<K, V>, key: K, create: () => V): V {
  const known = entries.get(key)
  if (known !== undefined) return known
  const created = create()
  entries.set(key, created)
  return created
}

function add(bits: RuleBits, rule: number): void {
  bits[rule >> 5]! |= 1 << (rule & 31)
}

/** The first rule from a number on; -1 if there is none. */
export function nextRule(bits: RuleBits, from: number): number {
  for (let word = from >> 5, mask = -1 << (from & 31); word < bits.length; word++, mask = -1) {
    const rest = bits[word]! & mask
    if (rest !== 0) return (word << 5) + 31 - Math.clz32(rest & -rest)
  }
  return -1
}

/** Guards without one of which the condition is false; undefined if it has none. */
function guardsOf(condition: Condition): readonly Guard[] | undefined {
  if ('not' in condition) return undefined
  if ('any' in condition) {
    const parts = condition.any.map(guardsOf)
    return parts.every((guards) => guards !== undefined) ? parts.flat() : undefined
  }
  if ('all' in condition) {
    const [first, ...others] = condition.all.map(guardsOf).filter((guards) => guards !== undefined)
    return others.reduce((best, guards) => (best && costOf(guards) >= costOf(best) ? best : guards), first)
  }
  return guardOf(condition)
}

/** Values, of which those of unspecific facts are found in most addresses. */
const costOf = (guards: readonly Guard[]): number =>
  guards.reduce((sum, { fact, values }) => sum + (SPECIFIC.has(fact) ? values.length : 1_000), 0)

function guardOf({ fact, op, value }: Test): readonly Guard[] | undefined {
  switch (op) {
    case 'eq':
    case 'contains':
      return [{ fact, values: [value as Scalar] }]
    case 'in':
    case 'contains_any':
      return [{ fact, values: value as readonly Scalar[] }]
    default:
      return undefined
  }
}
