// Sets of rules as JSON: their normal form, and what is wrong with others.
import { describe, expect, test } from '@jest/globals'
import { parseRules } from '../../src/features/rules/language/parse.js'
import type { Condition } from '../../src/features/rules/language/rule.js'
import { Failure } from '../../src/kernel/failure.js'
import fc from '../../testbed/fastCheck.js'
import { arbitraryRules } from './arbitraryRules.js'

const rule = (when: unknown, more: object = {}) => ({ when, action: 'deny', ...more })
const isCom = { fact: 'domain', op: 'under', value: 'com' }

/** The problems of a set, as `path: message`. */
function problemsOf(rules: unknown): string[] {
  try {
    parseRules(rules)
  } catch (error) {
    expect(error).toBeInstanceOf(Failure)
    const { code, details } = error as Failure
    expect(code).toBe('VALIDATION_ERROR')
    return (details!.problems as { path: string; message: string }[]).map(({ path, message }) => `${path}: ${message}`)
  }
  return []
}

const nested = (depth: number): unknown => (depth === 1 ? isCom : { not: nested(depth - 1) })

describe('the normal form', () => {
  test.each<[string, unknown, Condition]>([
    [
      'names are A-labels in lower case',
      { fact: 'domain', op: 'eq', value: 'BÜCHER.example.' },
      { fact: 'domain', op: 'eq', value: 'xn--bcher-kva.example' },
    ],
    [
      'a suffix may begin with a dot',
      { fact: 'suffix', op: 'eq', value: '.co.uk' },
      { fact: 'suffix', op: 'eq', value: 'co.uk' },
    ],
    [
      'a key is its last five characters',
      { fact: 'key', op: 'eq', value: '019acb5f-0d11-7f6e-8e0a-2c4d6e8C8E21' },
      { fact: 'key', op: 'eq', value: 'c8e21' },
    ],
    [
      'a list has each value once',
      { fact: 'hour', op: 'in', value: [1, 2, 1] },
      { fact: 'hour', op: 'in', value: [1, 2] },
    ],
    [
      'null stands for what was not set',
      { all: [isCom], any: null, not: null, fact: null },
      { all: [isCom as Condition] },
    ],
  ])('%s', (_, when, normal) => expect(parseRules([rule(when)])).toEqual([{ when: normal, action: 'deny' }]))

  test('keeps names and messages without spaces around them', () =>
    expect(parseRules([rule(isCom, { name: ' night ', message: ' Nein, danke. ' })])).toEqual([
      { name: 'night', when: isCom, action: 'deny', message: 'Nein, danke.' },
    ]))

  test('of a normal form is the same', () =>
    fc.assert(
      fc.property(arbitraryRules(), (rules) => {
        const normal = parseRules(rules)
        expect(parseRules(JSON.parse(JSON.stringify(normal)))).toEqual(normal)
      }),
    ))
})

describe('a problem is said where it is', () => {
  test.each<[string, unknown, string]>([
    ['no list', {}, '/rules: must be a list of rules'],
    ['no rule', [null], '/rules/0: must be an object with `when` and `action`'],
    ['no condition', [{ action: 'deny' }], '/rules/0/when: is missing; a rule that always decides has {"all": []}'],
    ['no action', [{ when: isCom }], '/rules/0/action: must be `allow`, `review` or `deny`'],
    [
      'another member',
      [rule(isCom, { regex: 'x' })],
      '/rules/0: has an unknown member "regex"; known are name, when, action, message',
    ],
    [
      'a name twice',
      [rule(isCom, { name: 'a' }), rule(isCom, { name: 'a' })],
      '/rules/1/name: another rule is called "a" already',
    ],
    [
      "another rule's number",
      [rule(isCom, { name: 'rule 2' }), rule(isCom)],
      '/rules/1/name: another rule is called "rule 2" already',
    ],
    [
      "a list's name",
      [rule(isCom, { name: 'deny_list' })],
      '/rules/0/name: "deny_list" is what decisions of that list are called',
    ],
    ['two lines', [rule(isCom, { message: 'a\nb' })], '/rules/0/message: must be one line without control characters'],
    [
      'a lone surrogate',
      [rule(isCom, { name: '\ud800' })],
      '/rules/0/name: must be one line without control characters',
    ],
    ['an empty name', [rule(isCom, { name: ' ' })], '/rules/0/name: must not be empty'],
    [
      'a long message',
      [rule(isCom, { message: 'x'.repeat(501) })],
      '/rules/0/message: must have at most 500 characters',
    ],
    ['no kind of condition', [rule({})], '/rules/0/when: has none of `all`, `any`, `not` and `fact`'],
    [
      'two kinds',
      [rule({ all: [], any: [isCom] })],
      '/rules/0/when: has "all" and "any"; it must have exactly one of `all`, `any`, `not` and `fact`',
    ],
    ['nothing to choose from', [rule({ any: [] })], '/rules/0/when/any: must have at least one condition'],
    ['no list of conditions', [rule({ all: isCom })], '/rules/0/when/all: must be a list of conditions'],
    [
      'an unknown fact',
      [rule({ fact: '__proto__', op: 'eq', value: 1 })],
      '/rules/0/when/fact: unknown fact "__proto__"; known are domain, suffix, mx, provider, status, decision, reasons, patterns, in_allow_list, in_deny_list, hour, key, mailbox, accept_all, mailbox_code, mailbox_enhanced_code, mailbox_final',
    ],
    [
      'an operator of other facts',
      [rule({ fact: 'hour', op: 'under', value: 1 })],
      '/rules/0/when/op: must be an operator of "hour": eq, ne, in, not_in, lt, lte, gt, gte',
    ],
    [
      'a regular expression',
      [rule({ fact: 'domain', op: 'matches', value: '(a+)+$' })],
      '/rules/0/when/op: must be an operator of "domain": eq, ne, in, not_in, under',
    ],
    [
      'no value',
      [rule({ fact: 'domain', op: 'eq' })],
      '/rules/0/when/value: must be a name such as example.com, without `@` and `*`',
    ],
    [
      'an address',
      [rule({ fact: 'domain', op: 'eq', value: 'ada@example.com' })],
      '/rules/0/when/value: must be a name such as example.com, without `@` and `*`',
    ],
    [
      'an hour too many',
      [rule({ fact: 'hour', op: 'eq', value: 24 })],
      '/rules/0/when/value: must be a whole number from 0 to 23, an hour of the day in UTC',
    ],
    [
      'an hour as text',
      [rule({ fact: 'hour', op: 'in', value: [1, '2'] })],
      '/rules/0/when/value/1: must be a whole number from 0 to 23, an hour of the day in UTC',
    ],
    [
      'a code that is none',
      [rule({ fact: 'mailbox_code', op: 'eq', value: 650 })],
      '/rules/0/when/value: must be the code of a reply, such as 550',
    ],
    [
      'a code as an enhanced one',
      [rule({ fact: 'mailbox_enhanced_code', op: 'in', value: ['5.1.1', '550'] })],
      '/rules/0/when/value/1: must be an enhanced status code, such as 5.1.1',
    ],
    [
      'a text for a flag',
      [rule({ fact: 'in_deny_list', op: 'eq', value: 'true' })],
      '/rules/0/when/value: must be true or false',
    ],
    [
      'an unknown reason',
      [rule({ fact: 'reasons', op: 'contains', value: 'nonsense' })],
      '/rules/0/when/value: must be a reason code of v2; GET /docs/reasons lists them',
    ],
    [
      'an unknown status',
      [rule({ fact: 'status', op: 'in', value: ['ok'] })],
      '/rules/0/when/value/0: must be one of valid, invalid, unknown',
    ],
    [
      'one value for a list',
      [rule({ fact: 'status', op: 'in', value: 'valid' })],
      '/rules/0/when/value: must be a list, because the operator is "in"',
    ],
    ['no values', [rule({ fact: 'status', op: 'in', value: [] })], '/rules/0/when/value: must have at least one entry'],
    [
      'nine levels',
      [rule(nested(9))],
      `/rules/0/when${'/not'.repeat(8)}: conditions may be nested at most 8 levels deep`,
    ],
    ['101 rules', Array.from({ length: 101 }, () => rule(isCom)), '/rules: must have at most 100 rules; you sent 101'],
  ])('%s', (_, rules, problem) => expect(problemsOf(rules)).toEqual([problem]))

  test('ten thousand conditions are refused once, without reading them all', () => {
    const [problem, ...others] = problemsOf([rule({ any: Array.from({ length: 10_000 }, () => isCom) })])
    expect([problem, others]).toEqual(['/rules/0/when/any/499: all rules together may have at most 500 conditions', []])
  })

  test('values that would be too many for a condition belong into a list', () => {
    const value = Array.from({ length: 1_001 }, (_, index) => `d${index}.example`)
    expect(problemsOf([rule({ fact: 'domain', op: 'in', value })])).toEqual([
      '/rules/0/when/value: must have at most 1000 entries; put longer lists into PUT /v1/lists/allow or /deny',
    ])
  })

  test('a set that takes more than 64 KiB is refused', () => {
    const value = Array.from({ length: 1_000 }, (_, index) => `${'d'.repeat(60)}${index}.example`)
    expect(problemsOf([rule({ fact: 'domain', op: 'in', value })])).toEqual([
      expect.stringMatching(/^\/rules: the rules take \d+ bytes as JSON; at most 65536 are allowed$/),
    ])
  })

  test('at most twenty problems are said', () =>
    expect(problemsOf(Array.from({ length: 50 }, () => null))).toHaveLength(20))

  test('whatever JSON it is, it is read or refused', () =>
    fc.assert(
      fc.property(fc.array(fc.record({ when: fc.jsonValue(), action: fc.jsonValue() })), (rules) => {
        problemsOf(rules)
      }),
    ))
})
