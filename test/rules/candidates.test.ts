// Which rules are asked: every one that holds, or may hold, and few others.
import { expect, test } from '@jest/globals'
import { createCandidates, nextRule } from '../../src/features/rules/language/candidates.js'
import { compileRules, type RuleFacts } from '../../src/features/rules/language/compile.js'
import type { Condition } from '../../src/features/rules/language/rule.js'
import fc from '../../testbed/fastCheck.js'
import { arbitraryFacts, arbitraryRules } from './arbitraryRules.js'

/** The numbers of the rules that are asked. */
function asked(conditions: readonly Condition[], facts: RuleFacts): number[] {
  const possible = createCandidates(conditions)(facts)
  const found: number[] = []
  for (let rule = nextRule(possible, 0); rule !== -1; rule = nextRule(possible, rule + 1)) found.push(rule)
  return found
}

const NOTHING_KNOWN = {} as RuleFacts
const of = (facts: Partial<RuleFacts>): RuleFacts => ({ ...NOTHING_KNOWN, ...facts })
const is = (value: string): Condition => ({ fact: 'domain', op: 'eq', value })

test('a rule that is not asked does not hold, whatever is not known', () =>
  fc.assert(
    fc.property(arbitraryRules(70), arbitraryFacts, fc.uniqueArray(fc.nat(12)), (rules, all, hidden) => {
      const facts = Object.fromEntries(
        Object.entries(all).map(([name, value], at) => [name, hidden.includes(at) ? undefined : value]),
      ) as unknown as RuleFacts
      const conditions = rules.map(({ when }) => when)
      const found = new Set(asked(conditions, facts))
      const passedOver = compileRules(rules).filter((_, rule) => !found.has(rule))
      for (const holds of passedOver) expect(holds(facts)).toBe(false)
    }),
    { numRuns: 500 },
  ))

test('of a thousand rules about domains, those about the domain are asked, in their order', () => {
  const conditions = Array.from({ length: 1_000 }, (_, rule): Condition => is(`d${rule % 500}.com`))
  expect(asked(conditions, of({ domain: 'd31.com' }))).toEqual([31, 531])
  expect(asked(conditions, of({ domain: 'other.com' }))).toEqual([])
  expect(asked(conditions, of({ domain: null }))).toEqual([])
  expect(asked(conditions, NOTHING_KNOWN)).toHaveLength(1_000)
})

test('of conditions that must all hold, the one that fewest addresses fulfil tells whether to ask', () => {
  const invalid: Condition = { fact: 'status', op: 'eq', value: 'invalid' }
  const conditions: Condition[] = [{ all: [invalid, is('a.com')] }, { all: [{ not: is('a.com') }, is('b.com')] }]
  expect(asked(conditions, of({ status: 'invalid', domain: 'b.com' }))).toEqual([1])
  expect(asked(conditions, of({ status: 'valid', domain: 'a.com' }))).toEqual([0])
})

test.each<[string, Condition]>([
  ['without conditions', { all: [] }],
  ['about what is not so', { not: is('a.com') }],
  ['with an alternative that says nothing of values', { any: [is('a.com'), { fact: 'hour', op: 'lt', value: 6 }] }],
])('a rule %s is always asked', (_, when) => {
  expect(asked([when], of({ domain: 'b.com', hour: 7 }))).toEqual([0])
})
