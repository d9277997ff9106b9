// What a set of rules decides with the account's lists, and what is recorded of it.
import { describe, expect, test } from '@jest/globals'
import { createRulesInForce } from '../../src/features/rules/internal/compiled.js'
import { parseRules } from '../../src/features/rules/language/parse.js'
import type { Condition } from '../../src/features/rules/language/rule.js'
import { membershipOf } from '../../src/features/rules/lists/membership.js'
import { keyOf, type RuledAddress } from '../../src/features/verification/index.js'

const HASH = 42
const address = (differs: Partial<RuledAddress> = {}): RuledAddress => ({
  canonical: 'ada@a.example.com',
  domain: 'a.example.com',
  exchanges: ['mx.example.org'],
  provider: null,
  status: 'valid',
  decision: 'allow',
  reasons: ['deliverable'],
  mailbox: 'not_checked',
  acceptAll: 'unknown',
  mailboxCode: null,
  mailboxEnhancedCode: null,
  mailboxFinal: true,
  key: keyOf('019acb5f-0d11-7f6e-8e0a-2c4d6e8c8e21'),
  at: Date.UTC(2026, 10, 21, 5, 59),
  ...differs,
})
const listOf = (...domains: string[]) => membershipOf([{ domains, addresses: '' }])

function decide(rules: unknown, lists: { allow?: string[]; deny?: string[] } = {}, of = address()) {
  return createRulesInForce({
    version: 3,
    rules: parseRules(rules),
    allow: lists.allow && listOf(...lists.allow),
    deny: lists.deny && listOf(...lists.deny),
    hash: () => HASH,
  }).decide(of)
}

const isHere: Condition = { fact: 'domain', op: 'under', value: 'example.com' }
const inDenyList: Condition = { fact: 'in_deny_list', op: 'eq', value: true }

describe('the first rule that holds decides', () => {
  test('with its action, its name and its message', () => {
    const rules = [
      { when: { fact: 'status', op: 'eq', value: 'invalid' }, action: 'deny' },
      { name: 'ours', when: isHere, action: 'review', message: 'We will write to you.' },
      { when: { all: [] }, action: 'deny' },
    ]
    expect(decide(rules)).toEqual({
      action: 'review',
      rule: 'ours',
      message: 'We will write to you.',
      version: 3,
      recorded: { version: 3, action: 'review', rule: 'ours' },
    })
    expect(decide(rules, {}, address({ domain: 'example.net' }))).toMatchObject({ action: 'deny', rule: 'rule 3' })
  })

  test('and none leaves it to the default policy', () =>
    expect(decide([], {}, address({ decision: 'review' }))).toEqual({
      action: 'review',
      rule: null,
      message: null,
      version: 3,
      recorded: { version: 3 },
    }))
})

describe('the allow list', () => {
  test.each<[string, unknown]>([
    ['a rule', [{ when: isHere, action: 'deny', message: 'No.' }]],
    ['a rule that asks for a review', [{ when: isHere, action: 'review' }]],
    ['the deny list', []],
  ])('wins over %s', (_, rules) =>
    expect(decide(rules, { allow: ['*.example.com'], deny: ['a.example.com'] })).toEqual({
      action: 'allow',
      rule: 'allow_list',
      message: null,
      version: 3,
      recorded: { version: 3, action: 'allow', rule: 'allow_list', listed: 'ad' },
    }),
  )

  test('wins over the default policy', () =>
    expect(decide([], { allow: ['a.example.com'] }, address({ decision: 'deny' }))).toMatchObject({
      action: 'allow',
      rule: 'allow_list',
    }))

  test('leaves the word to a rule that allows anyway', () =>
    expect(
      decide([{ name: 'ours', when: isHere, action: 'allow', message: 'Hi.' }], { allow: ['a.example.com'] }),
    ).toMatchObject({
      rule: 'ours',
      message: 'Hi.',
      recorded: { listed: 'a' },
    }))
})

describe('the deny list', () => {
  const ours = { name: 'ours', when: isHere, action: 'allow' }

  test('denies before any rule', () =>
    expect(decide([ours], { deny: ['a.example.com'] })).toMatchObject({ action: 'deny', rule: 'deny_list' }))

  test('means what the rules say once one of them tests it', () => {
    const soft = { name: 'soft', when: inDenyList, action: 'review', message: 'Please write to us.' }
    expect(decide([soft], { deny: ['a.example.com'] })).toMatchObject({ action: 'review', rule: 'soft' })
    expect(decide([ours, soft], { deny: ['a.example.com'] })).toMatchObject({ action: 'allow', rule: 'ours' })
  })

  test('has addresses by their hash', () => {
    const deny = membershipOf([{ domains: [], addresses: 'AAAAAAq' }])
    const rules = createRulesInForce({
      version: 0,
      rules: [],
      allow: undefined,
      deny,
      hash: (text) => (text === 'ada@a.example.com' ? HASH : 1),
    })
    expect(rules.decide(address())).toMatchObject({ action: 'deny', rule: 'deny_list', version: 0 })
    expect(rules.decide(address({ canonical: 'bob@a.example.com' }))).toMatchObject({ action: 'allow', rule: null })
  })
})

describe('the facts', () => {
  test.each<[string, Condition, Partial<RuledAddress>, boolean]>([
    ['hour, in UTC', { fact: 'hour', op: 'lt', value: 6 }, {}, true],
    ['hour, a minute later', { fact: 'hour', op: 'lt', value: 6 }, { at: Date.UTC(2026, 10, 21, 6) }, false],
    ['suffix', { fact: 'suffix', op: 'eq', value: 'co.uk' }, { domain: 'shop.example.co.uk' }, true],
    ['suffix of an address literal', { fact: 'suffix', op: 'ne', value: 'co.uk' }, { domain: null }, true],
    ['mx', { fact: 'mx', op: 'under', value: 'example.org' }, {}, true],
    ['mailbox_code', { fact: 'mailbox_code', op: 'in', value: ['550', '551'] }, { mailboxCode: '550' }, true],
    ['mailbox_code without a reply', { fact: 'mailbox_code', op: 'ne', value: '550' }, {}, true],
    ['mailbox_final', { fact: 'mailbox_final', op: 'eq', value: false }, { mailboxFinal: false }, true],
    ['mailbox_final without a question', { fact: 'mailbox_final', op: 'eq', value: false }, {}, false],
    ['provider', { fact: 'provider', op: 'eq', value: 'gmail' }, { provider: 'gmail' }, true],
    ['decision', { fact: 'decision', op: 'eq', value: 'deny' }, { decision: 'deny' }, true],
    [
      'reasons',
      { fact: 'reasons', op: 'contains', value: 'disposable' },
      { reasons: ['disposable', 'probable_typo'] },
      true,
    ],
    [
      'patterns',
      { fact: 'patterns', op: 'contains', value: 'plus_addressing' },
      { reasons: ['plus_addressing'] },
      true,
    ],
    ['key, by its id', { fact: 'key', op: 'eq', value: '019acb5f-0d11-7f6e-8e0a-2c4d6e8c8e21' }, {}, true],
    ['another key', { fact: 'key', op: 'eq', value: 'c8e22' }, {}, false],
  ])('%s', (_, when, differs, holds) =>
    expect(decide([{ name: 'it', when, action: 'deny' }], {}, address(differs)).rule).toBe(holds ? 'it' : null),
  )

  test('that records do not have otherwise are recorded if a rule asks for them', () => {
    const rules = [
      { when: { fact: 'hour', op: 'eq', value: 23 }, action: 'deny' },
      { when: { fact: 'mx', op: 'contains', value: 'x.org' }, action: 'deny' },
    ]
    expect(decide(rules).recorded).toEqual({ version: 3, hour: 5, mx: ['mx.example.org'] })
  })
})
