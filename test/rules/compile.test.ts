// What conditions mean, against an interpreter that is written to be read.
import { describe, expect, test } from '@jest/globals'
import { compileRules, type RuleFacts } from '../../src/features/rules/language/compile.js'
import type { Condition, Test } from '../../src/features/rules/language/rule.js'
import fc from '../../testbed/fastCheck.js'
import { arbitraryFacts, conditionsOf } from './arbitraryRules.js'

const holds = (when: Condition, facts: RuleFacts) => compileRules([{ when, action: 'deny' }])[0]!(facts)

const isUnder = (name: unknown, other: unknown) => name === other || String(name).endsWith(`.${other}`)

/** The meaning of a test, by the contract's words. */
function means({ fact, op, value }: Test, facts: RuleFacts): boolean {
  const found = {
    domain: facts.domain,
    suffix: facts.suffix,
    mx: facts.mx,
    provider: facts.provider,
    status: facts.status,
    decision: facts.decision,
    reasons: facts.reasons,
    patterns: facts.reasons,
    in_allow_list: facts.inAllowList,
    in_deny_list: facts.inDenyList,
    hour: facts.hour,
    key: facts.key,
    mailbox: facts.mailbox,
    accept_all: facts.acceptAll,
    mailbox_code: facts.mailboxCode,
    mailbox_enhanced_code: facts.mailboxEnhancedCode,
    mailbox_final: facts.mailboxFinal,
  }[fact] as never
  const several = (Array.isArray(found) ? found : []) as unknown[]
  const listed = (Array.isArray(value) ? value : [value]) as unknown[]
  switch (op) {
    case 'eq':
    case 'in':
      return listed.includes(found)
    case 'ne':
    case 'not_in':
      return !listed.includes(found)
    case 'under':
      return fact === 'mx' ? several.some((each) => isUnder(each, value)) : found !== null && isUnder(found, value)
    case 'contains':
    case 'contains_any':
      return listed.some((each) => several.includes(each))
    case 'contains_none':
      return !listed.some((each) => several.includes(each))
    case 'lt':
      return Number(found) < Number(value)
    case 'lte':
      return Number(found) <= Number(value)
    case 'gt':
      return Number(found) > Number(value)
    case 'gte':
      return Number(found) >= Number(value)
  }
}

function meaning(condition: Condition, facts: RuleFacts): boolean {
  if ('all' in condition) return condition.all.every((part) => meaning(part, facts))
  if ('any' in condition) return condition.any.some((part) => meaning(part, facts))
  return 'not' in condition ? !meaning(condition.not, facts) : means(condition, facts)
}

describe('a condition', () => {
  test('means what it says, whatever it is and whatever is known', () =>
    fc.assert(
      fc.property(conditionsOf(3), arbitraryFacts, (condition, facts) => {
        expect(holds(condition, facts)).toBe(meaning(condition, facts))
      }),
      { numRuns: 2_000 },
    ))

  test('is undecided only if what is not known could decide it either way', () =>
    fc.assert(
      fc.property(
        conditionsOf(2),
        arbitraryFacts,
        arbitraryFacts,
        fc.subarray(['domain', 'mx', 'provider', 'reasons', 'hour', 'inDenyList'] as const),
        (condition, facts, others, unknown) => {
          const partial = { ...facts, ...Object.fromEntries(unknown.map((name) => [name, undefined])) }
          const known = holds(condition, partial)
          if (known === undefined) return
          const other = { ...facts, ...Object.fromEntries(unknown.map((name) => [name, others[name]])) }
          expect([meaning(condition, facts), meaning(condition, other)]).toEqual([known, known])
        },
      ),
      { numRuns: 2_000 },
    ))

  test.each([
    ['the name itself', 'example.com', true],
    ['a name below it', 'mail.example.com', true],
    ['a name that ends in the same letters', 'myexample.com', false],
    ['a name above it', 'com', false],
    ['no name', null, false],
  ])('`under` a name is %s: %s', (_, domain, expected) => {
    const facts = { domain } as RuleFacts
    expect(holds({ fact: 'domain', op: 'under', value: 'example.com' }, facts)).toBe(expected)
  })
})
