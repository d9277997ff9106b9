// Finds conditions that follow from others, or never hold, for warnings: certain, but not all of them.
import type { WhyAbsent } from './absent.js'
import { isUnder } from './compile.js'
import { type Condition, FACTS, type Test } from './rule.js'

/** Pairs of conditions compared for one set of rules: enough for any that people write, and a few milliseconds. */
const MAX_PAIRS = 20_000

/** Answers questions about conditions, each pair of parts once. Beyond the maximum, it says nothing more. */
export function createReasoner() {
  const numbers = new Map<Condition, number>()
  const known = new Map<number, boolean>()

  const numberOf = (condition: Condition): number => {
    const number = numbers.get(condition) ?? numbers.size
    numbers.set(condition, number)
    return number
  }

  /** Whether `b` certainly holds wherever `a` does. */
  function implies(a: Condition, b: Condition): boolean {
    const key = numberOf(a) * 2 ** 26 + numberOf(b)
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= MAX_PAIRS) return false
    known.set(key, false)
    const result = decide(a, b)
    known.set(key, result)
    return result
  }

  function decide(a: Condition, b: Condition): boolean {
    if ('all' in b && b.all.every((part) => implies(a, part))) return true
    if ('any' in a) return a.any.every((part) => implies(part, b))
    if ('any' in b && b.any.some((part) => implies(a, part))) return true
    if ('all' in a && a.all.some((part) => implies(part, b))) return true
    if ('not' in a && 'not' in b) return implies(b.not, a.not)
    return 'fact' in a && 'fact' in b && testImplies(a, b)
  }

  return { implies }
}

const EXCLUDED = 'its conditions exclude each other'

/** Why a condition can never hold, in words that follow a colon; undefined if it may. @param whyAbsent asked about tests */
export function whyImpossible(condition: Condition, whyAbsent: WhyAbsent): string | undefined {
  const whys = (parts: readonly Condition[]) => parts.map((part) => whyImpossible(part, whyAbsent))
  if ('any' in condition) {
    const all = whys(condition.any)
    return all.includes(undefined) ? undefined : (all[0] ?? EXCLUDED)
  }
  if ('not' in condition) return 'all' in condition.not && condition.not.all.length === 0 ? EXCLUDED : undefined
  if ('fact' in condition) {
    if (FACTS[condition.fact] !== 'number') return whyAbsent(condition)
    return hoursOf(condition).size === 0 ? EXCLUDED : undefined
  }
  const tests = condition.all.filter((part): part is Test => 'fact' in part)
  const isExcluded = [...new Set(tests.map(({ fact }) => fact))].some((fact) =>
    hasNoValue(tests.filter((test) => test.fact === fact)),
  )
  return whys(condition.all).find((why) => why !== undefined) ?? (isExcluded ? EXCLUDED : undefined)
}

/** Whether no value of a fact passes all of these tests of it. Each test is looked at once: a set may have 500 of one fact. */
function hasNoValue(tests: readonly Test[]): boolean {
  const kind = FACTS[tests[0]!.fact]
  if (kind === 'names' || kind === 'words') return false
  const [first, ...others] = tests.map(valuesOf).filter((values) => values !== undefined)
  if (!first) return false
  let left = [...first].filter((value) => others.every((values) => values.has(value)))
  for (const test of tests) {
    const excluded = kind === 'number' ? undefined : excludedBy(test)
    if (excluded) left = left.filter((value) => !excluded.has(value))
    if (test.op === 'under') left = left.filter((value) => isUnder(value as string, test.value as string))
  }
  return left.length === 0
}

/** The values of `eq` and `in`: the fact has one of them if the test holds. */
function valuesOf({ fact, op, value }: Test): ReadonlySet<unknown> | undefined {
  if (fact === 'hour') return hoursOf({ fact, op, value })
  if (FACTS[fact] === 'flag') return new Set([op === 'eq' ? value : !value])
  return op === 'eq' ? new Set([value]) : op === 'in' ? new Set(value as readonly unknown[]) : undefined
}

/** The values that `ne` and `not_in` exclude. */
const excludedBy = ({ op, value }: Test): ReadonlySet<unknown> | undefined =>
  op === 'ne' ? new Set([value]) : op === 'not_in' ? new Set(value as readonly unknown[]) : undefined

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

function hoursOf({ op, value }: Test): ReadonlySet<number> {
  const limit = value as number
  const values = new Set(Array.isArray(value) ? (value as number[]) : [limit])
  const allowed: { readonly [op: string]: (hour: number) => boolean } = {
    eq: (hour) => values.has(hour),
    in: (hour) => values.has(hour),
    ne: (hour) => !values.has(hour),
    not_in: (hour) => !values.has(hour),
    lt: (hour) => hour < limit,
    lte: (hour) => hour <= limit,
    gt: (hour) => hour > limit,
    gte: (hour) => hour >= limit,
  }
  return new Set(HOURS.filter(allowed[op]!))
}

/** The names or words of which a fact with several values has one, or none. */
const listed = ({ op, value }: Test): ReadonlySet<unknown> =>
  new Set(op === 'contains' || op === 'under' ? [value] : (value as readonly unknown[]))

function testImplies(a: Test, b: Test): boolean {
  if (a.fact !== b.fact) return false
  if (a.op === 'under' && b.op === 'under') return isUnder(a.value as string, b.value as string)
  if (FACTS[a.fact] === 'names' || FACTS[a.fact] === 'words') return severalImply(a, b)
  const values = valuesOf(a)
  const wanted = valuesOf(b)
  if (values && wanted) return [...values].every((each) => wanted.has(each))
  const excluded = excludedBy(b)
  if (values && excluded) return [...values].every((each) => !excluded.has(each))
  if (values && b.op === 'under') return [...values].every((each) => isUnder(each as string, b.value as string))
  const already = excludedBy(a)
  return already !== undefined && excluded !== undefined && [...excluded].every((each) => already.has(each))
}

function severalImply(a: Test, b: Test): boolean {
  const ofA = listed(a)
  const ofB = listed(b)
  if (a.op === 'contains_none' || b.op === 'contains_none')
    return a.op === b.op && [...ofB].every((each) => ofA.has(each))
  if (b.op === 'under') return [...ofA].every((each) => isUnder(each as string, b.value as string))
  return a.op !== 'under' && [...ofA].every((each) => ofB.has(each))
}
