// Arbitrary rules and facts.

import type { RuleFacts } from '../../src/features/rules/language/compile.js'
import type { Condition, Rule, Test } from '../../src/features/rules/language/rule.js'
import { PATTERNS, V2_REASONS } from '../../src/features/verification/index.js'
import fc from '../../testbed/fastCheck.js'

/** Few values, so that tests often hold. */
const NAMES = ['com', 'example.com', 'a.example.com', 'b.a.example.com', 'myexample.com', 'example.co.uk', 'co.uk']
const REASONS = V2_REASONS.slice(6, 12)
const SOME_PATTERNS = PATTERNS.slice(0, 3)
const PROVIDERS = ['gmail', 'outlook']
const STATUSES = ['valid', 'invalid', 'unknown']
const DECISIONS = ['allow', 'review', 'deny'] as const
const KEYS = ['c8e21', '00000']
const MAILBOXES = ['exists', 'full', 'not_checked']
const ACCEPT_ALL = ['yes', 'no', 'unknown']
const CODES = ['250', '550']
const ENHANCED_CODES = ['2.1.5', '5.1.1']

const listOf = (values: readonly (string | number)[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 })

function testsOf(fact: Test['fact'], values: readonly (string | number)[], ops: readonly Test['op'][]) {
  return fc.constantFrom(...ops).chain((op): fc.Arbitrary<Test> => {
    const isList = ['in', 'not_in', 'contains_any', 'contains_none'].includes(op)
    const value: fc.Arbitrary<Test['value']> = isList ? listOf(values) : fc.constantFrom(...values)
    return value.map((each) => ({ fact, op, value: each }))
  })
}

const WORD = ['eq', 'ne', 'in', 'not_in'] as const
const SEVERAL = ['contains', 'contains_any', 'contains_none'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

const arbitraryTest: fc.Arbitrary<Test> = fc.oneof(
  testsOf('domain', NAMES, [...WORD, 'under']),
  testsOf('suffix', NAMES, [...WORD, 'under']),
  testsOf('mx', NAMES, [...SEVERAL, 'under']),
  testsOf('provider', PROVIDERS, WORD),
  testsOf('status', STATUSES, WORD),
  testsOf('decision', DECISIONS, WORD),
  testsOf('reasons', REASONS, SEVERAL),
  testsOf('patterns', SOME_PATTERNS, SEVERAL),
  testsOf('hour', HOURS, [...WORD, 'lt', 'lte', 'gt', 'gte']),
  testsOf('key', KEYS, WORD),
  testsOf('mailbox', MAILBOXES, WORD),
  testsOf('accept_all', ACCEPT_ALL, WORD),
  testsOf('mailbox_code', CODES, WORD),
  testsOf('mailbox_enhanced_code', ENHANCED_CODES, WORD),
  fc
    .tuple(
      fc.constantFrom('in_allow_list' as const, 'in_deny_list' as const, 'mailbox_final' as const),
      fc.constantFrom('eq' as const, 'ne' as const),
      fc.boolean(),
    )
    .map(([fact, op, value]): Test => ({ fact, op, value })),
)

/** At most as deep as is allowed. */
export const conditionsOf = (depth: number): fc.Arbitrary<Condition> =>
  depth === 0
    ? arbitraryTest
    : fc.oneof(
        { weight: 3, arbitrary: arbitraryTest },
        { weight: 1, arbitrary: fc.array(conditionsOf(depth - 1), { maxLength: 3 }).map((all) => ({ all })) },
        {
          weight: 1,
          arbitrary: fc.array(conditionsOf(depth - 1), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
        },
        { weight: 1, arbitrary: conditionsOf(depth - 1).map((not) => ({ not })) },
      )

const arbitraryRule: fc.Arbitrary<Rule> = fc.record(
  { when: conditionsOf(3), action: fc.constantFrom(...DECISIONS), message: fc.constantFrom('No.', 'Ask us.') },
  { requiredKeys: ['when', 'action'] },
)

export const arbitraryRules = (maxLength = 6): fc.Arbitrary<Rule[]> => fc.array(arbitraryRule, { maxLength })

/** Facts that are all known. */
export const arbitraryFacts: fc.Arbitrary<Required<RuleFacts>> = fc.record({
  domain: fc.option(fc.constantFrom(...NAMES)),
  suffix: fc.option(fc.constantFrom('com', 'co.uk')),
  mx: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 }),
  provider: fc.option(fc.constantFrom(...PROVIDERS)),
  status: fc.constantFrom(...STATUSES),
  decision: fc.constantFrom(...DECISIONS),
  reasons: fc.uniqueArray(fc.constantFrom<string>(...REASONS, ...SOME_PATTERNS), { minLength: 1, maxLength: 4 }),
  inAllowList: fc.boolean(),
  inDenyList: fc.boolean(),
  hour: fc.constantFrom(...HOURS),
  key: fc.constantFrom(...KEYS),
  mailbox: fc.constantFrom(...MAILBOXES),
  acceptAll: fc.constantFrom(...ACCEPT_ALL),
  mailboxCode: fc.option(fc.constantFrom(...CODES)),
  mailboxEnhancedCode: fc.option(fc.constantFrom(...ENHANCED_CODES)),
  mailboxFinal: fc.boolean(),
})
