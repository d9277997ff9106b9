// Warnings about rules that never decide, or probably never.
import { describe, expect, test } from '@jest/globals'
import { compileRules, type RuleFacts } from '../../src/features/rules/language/compile.js'
import type { Condition, Rule } from '../../src/features/rules/language/rule.js'
import { warningsOf } from '../../src/features/rules/language/warnings.js'
import fc from '../../testbed/fastCheck.js'
import { arbitraryFacts, arbitraryRules } from './arbitraryRules.js'

const codesOf = (...conditions: Condition[]) =>
  warningsOf(conditions.map((when) => ({ when, action: 'deny' }))).map(({ rule, code }) => `${rule} ${code}`)

const is = (value: string): Condition => ({ fact: 'domain', op: 'eq', value })
const suffix = (value: string): Condition => ({ fact: 'suffix', op: 'eq', value })
const under = (value: string): Condition => ({ fact: 'domain', op: 'under', value })
const hour = (op: 'lt' | 'gt' | 'gte', value: number): Condition => ({ fact: 'hour', op, value })

describe('a rule is shadowed by an earlier one', () => {
  test.each<[string, Condition, Condition]>([
    ['that always decides', { all: [] }, is('a.com')],
    ['that says the same', is('a.com'), is('a.com')],
    ['of a name above', under('com'), under('a.com')],
    ['that its value is under', under('com'), is('a.com')],
    [
      'with more values',
      { fact: 'status', op: 'in', value: ['valid', 'unknown'] },
      { fact: 'status', op: 'eq', value: 'valid' },
    ],
    ['with fewer conditions', is('a.com'), { all: [is('a.com'), hour('lt', 6)] }],
    ['with more alternatives', { any: [is('a.com'), is('b.com')] }, is('b.com')],
    ['whose hours include its own', hour('lt', 6), hour('lt', 5)],
    [
      'that excludes less',
      { fact: 'status', op: 'ne', value: 'valid' },
      { fact: 'status', op: 'eq', value: 'unknown' },
    ],
  ])('%s', (_, earlier, later) => expect(codesOf(earlier, later)).toEqual(['2 shadowed']))

  test('but not by one that decides less', () => {
    expect(codesOf(is('a.com'), under('com'))).toEqual([])
    expect(codesOf({ all: [is('a.com'), hour('lt', 6)] }, is('a.com'))).toEqual([])
  })
})

describe('a rule is impossible', () => {
  test.each<[string, Condition]>([
    ['with two values of one fact', { all: [is('a.com'), is('b.com')] }],
    ['with a value that is excluded', { all: [is('a.com'), { fact: 'domain', op: 'ne', value: 'a.com' }] }],
    ['with a name that is not under another', { all: [is('a.com'), under('org')] }],
    ['without an hour', { all: [hour('lt', 6), hour('gt', 20)] }],
    [
      'without an hour in three steps',
      { all: [hour('lt', 6), hour('gt', 2), { fact: 'hour', op: 'in', value: [1, 9] }] },
    ],
    ['before the day begins', hour('lt', 0)],
    ['if all its alternatives are', { any: [{ all: [is('a.com'), is('b.com')] }, hour('lt', 0)] }],
    ['if it is the opposite of always', { not: { all: [] } }],
    ['with a provider that does not exist', { fact: 'provider', op: 'eq', value: 'hotmail' }],
    ['with providers none of which exists', { fact: 'provider', op: 'in', value: ['hotmail', 'nobody'] }],
    ['with a public suffix that cannot be one', { fact: 'suffix', op: 'in', value: ['co.ukk', 'example.com'] }],
    ['with a public suffix that is none', { all: [hour('lt', 6), { fact: 'suffix', op: 'eq', value: 'example.com' }] }],
  ])('%s', (_, when) => expect(codesOf(when)).toEqual(['1 impossible']))

  test('but not if one of its values can occur, or if it excludes what does not', () => {
    expect(codesOf({ fact: 'provider', op: 'in', value: ['hotmail', 'gmail'] })).toEqual([])
    expect(codesOf({ fact: 'provider', op: 'ne', value: 'hotmail' })).toEqual([])
    expect(codesOf({ fact: 'provider', op: 'eq', value: 'google_workspace' })).toEqual([])
    expect(codesOf({ fact: 'suffix', op: 'in', value: ['com', 'co.uk'] })).toEqual([])
  })

  test.each<[string, Condition, string]>([
    [
      'the provider that has such domains',
      { fact: 'provider', op: 'eq', value: 'hotmail' },
      'no mail provider is called "hotmail"; did you mean "outlook"?',
    ],
    ['none if there is none', { fact: 'provider', op: 'eq', value: 'nobody' }, 'no mail provider is called "nobody".'],
    [
      'the suffix of a name',
      { fact: 'suffix', op: 'eq', value: 'example.co.uk' },
      'no public suffix is called "example.co.uk"; did you mean "co.uk"?',
    ],
    ['no suffix that does not exist', suffix('co.ukk'), 'no public suffix is called "co.ukk".'],
    [
      'what makes it so, not what else is odd',
      { all: [{ any: [suffix('example.com'), is('a.com')] }, { not: suffix('x.org') }, hour('lt', 6), hour('gt', 20)] },
      'its conditions exclude each other.',
    ],
    [
      'what is wrong with its alternatives',
      { any: [{ all: [hour('lt', 6), suffix('example.com')] }, hour('lt', 0)] },
      'no public suffix is called "example.com"; did you mean "com"?',
    ],
  ])('and is told %s', (_, when, why) =>
    expect(warningsOf([{ when, action: 'deny' }])[0]?.message).toBe(`\`rule 1\` never decides: ${why}`),
  )
})

describe('a rule is improbable', () => {
  const message = '`rule 1` probably never decides: no public suffix is called "con".'

  test.each<[string, Condition]>([
    ['with a public suffix that is not listed, which mistyped domains have', suffix('con')],
    ['if only such ones and impossible ones are asked for', { fact: 'suffix', op: 'in', value: ['con', 'co.ukk'] }],
    ['in each of its alternatives', { all: [{ any: [suffix('con'), hour('lt', 0)] }, hour('lt', 6)] }],
  ])('%s', (_, when) => {
    expect(warningsOf([{ when, action: 'deny' }])).toEqual([{ rule: 1, code: 'improbable', message }])
    expect(compileRules([{ when, action: 'deny' }])[0]!({ suffix: 'con', hour: 3 } as RuleFacts)).toBe(true)
  })

  test('but not if it asks for a listed one, too', () =>
    expect(codesOf({ fact: 'suffix', op: 'in', value: ['con', 'com'] })).toEqual([]))
})

test('a rule that is impossible or shadowed never decides, whatever is known', () =>
  fc.assert(
    fc.property(arbitraryRules(8), fc.array(arbitraryFacts, { minLength: 20, maxLength: 20 }), (rules, some) => {
      const warned = new Set(warningsOf(rules).flatMap(({ rule, code }) => (code === 'improbable' ? [] : [rule - 1])))
      const compiled = compileRules(rules)
      for (const facts of some) expect(warned).not.toContain(compiled.findIndex((holds) => holds(facts) === true))
    }),
    { numRuns: 1_000 },
  ))

test('of the largest sets, not every pair of rules is compared', () => {
  const names = (index: number): Condition => ({ any: Array.from({ length: 4 }, (_, at) => is(`d${index}-${at}.com`)) })
  const rules = Array.from({ length: 100 }, (_, index): Rule => ({ when: names(index), action: 'deny' }))
  const last: Rule = { when: is('d0-1.com'), action: 'allow' }
  expect(warningsOf([...rules.slice(0, 99), last])).toEqual([])
  expect(warningsOf([rules[0]!, last])).toMatchObject([{ rule: 2 }])
})
