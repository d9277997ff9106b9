// Rules asked about the past: as in a request where everything is known, and nothing claimed where it is not.
import { expect, test } from '@jest/globals'
import { createRulesInForce } from '../../src/features/rules/internal/compiled.js'
import { createHindsight, type PastFacts } from '../../src/features/rules/internal/hindsight.js'
import type { Rules } from '../../src/features/rules/language/rule.js'
import { membershipOf } from '../../src/features/rules/lists/membership.js'
import { keyOf, type RuledAddress } from '../../src/features/verification/index.js'
import fc from '../../testbed/fastCheck.js'
import { conditionsOf } from '../rules/arbitraryRules.js'

const HASH = 7
const KEY = '019acb5f-0d11-7f6e-8e0a-2c4d6e8c8e21'
const NAMES = ['example.com', 'a.example.com', 'myexample.com', 'example.co.uk']

const actions = fc.constantFrom('allow', 'review', 'deny')
const rules = fc
  .array(fc.record({ when: conditionsOf(2), action: actions }), { maxLength: 5 })
  .map((each) => each as Rules)
const lists = fc.record({
  domains: fc.subarray([...NAMES, '*.example.com']),
  addresses: fc.constantFrom('', 'AAAAAAH'),
})
const facts: fc.Arbitrary<RuledAddress> = fc.record({
  canonical: fc.constant('ada@example.com'),
  domain: fc.constantFrom(null, ...NAMES),
  exchanges: fc.subarray(NAMES),
  provider: fc.constantFrom(null, 'gmail', 'outlook'),
  status: fc.constantFrom('valid', 'invalid', 'unknown'),
  decision: fc.constantFrom('allow', 'review', 'deny'),
  reasons: fc.subarray(['mx_absent', 'disposable', 'dns_timeout', 'probable_typo', 'deliverable'], { minLength: 1 }),
  mailbox: fc.constantFrom('exists', 'full', 'not_checked'),
  acceptAll: fc.constantFrom('yes', 'no', 'unknown'),
  mailboxCode: fc.constantFrom(null, '250', '550'),
  mailboxEnhancedCode: fc.constantFrom(null, '5.1.1'),
  mailboxFinal: fc.boolean(),
  key: fc.constant(keyOf(KEY)),
  at: fc.nat({ max: 23 }).map((hour) => Date.UTC(2026, 10, 21, hour, 30)),
})

const pastOf = (address: RuledAddress, listed: string): PastFacts => ({
  domain: address.domain,
  mx: address.exchanges,
  provider: address.provider,
  status: address.status,
  decision: address.decision,
  reasons: address.reasons,
  mailbox: address.mailbox,
  acceptAll: address.acceptAll,
  mailboxCode: address.mailboxCode,
  mailboxEnhancedCode: address.mailboxEnhancedCode,
  mailboxFinal: address.mailboxFinal,
  inAllowList: listed.includes('a'),
  inDenyList: listed.includes('d'),
  hour: new Date(address.at).getUTCHours(),
  key: 'c8e21',
  address: HASH,
})

const inForce = (set: Rules, allow: Lists, deny: Lists) =>
  createRulesInForce({
    version: 1,
    rules: set,
    allow: membershipOf([allow]),
    deny: membershipOf([deny]),
    hash: () => HASH,
  })
type Lists = { readonly domains: string[]; readonly addresses: string }

test('where everything is known, it is what a request was told, by lists of the time and by lists of today', () =>
  fc.assert(
    fc.property(rules, lists, lists, facts, (set, allow, deny, address) => {
      const { action, rule, recorded } = inForce(set, allow, deny).decide(address)
      const past = pastOf(address, recorded.listed ?? '')
      expect(createHindsight(set, undefined)(past)).toEqual({ action, rule })
      const now = { allow: membershipOf([allow]), deny: membershipOf([deny]) }
      expect(createHindsight(set, now)({ ...past, inAllowList: undefined, inDenyList: undefined })).toEqual({
        action,
        rule,
      })
    }),
    { numRuns: 2_000 },
  ))

test('where something is not known, what it says is so whatever that was', () => {
  const known = { action: 0, rule: 0, unknown: 0 }
  fc.assert(
    fc.property(
      rules,
      lists,
      lists,
      facts,
      fc.subarray(['domain', 'mx', 'provider', 'decision', 'reasons', 'hour', 'key', 'address'] as const),
      fc.boolean(),
      (set, allow, deny, address, missing, isNow) => {
        const { action, rule, recorded } = inForce(set, allow, deny).decide(address)
        const past = pastOf(address, recorded.listed ?? '')
        const less = { ...past, ...Object.fromEntries(missing.map((fact) => [fact, undefined])) }
        const now = isNow ? { allow: membershipOf([allow]), deny: membershipOf([deny]) } : undefined
        const said = createHindsight(set, now)(less)
        if (said.action !== undefined) expect(said.action).toBe(action)
        if (said.rule !== undefined) expect(said.rule).toBe(rule)
        known[said.action === undefined ? 'unknown' : said.rule === undefined ? 'action' : 'rule']++
      },
    ),
    { numRuns: 5_000 },
  )
  // It says something, and not always.
  expect(Math.min(known.action, known.rule, known.unknown)).toBeGreaterThan(50)
})
