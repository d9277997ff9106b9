// How events encode what verdicts are based on.
import { describe, expect, test } from '@jest/globals'
import {
  codeAt,
  encodeCodes,
  isDoubtfulCode,
  type Judgement,
  judgementCode,
  listsOf,
  listsVersion,
  parseJudgement,
} from '../../src/features/verification/encoding.js'
import { V2_REASONS } from '../../src/features/verification/engine/policy/reasonCodes.js'
import { isDoubtful } from '../../src/features/verification/engine/policy/v2.js'
import type { Route } from '../../src/features/verification/events.js'
import fc from '../../testbed/fastCheck.js'

const ROUTES: readonly Route[] = [
  'explicit',
  'implicit',
  'null_mx',
  'no_name',
  'no_records',
  'no_target',
  'not_public',
  'timeout',
  'error',
  'none',
]

const judgement: fc.Arbitrary<Judgement> = fc.record({
  decision: fc.constantFrom('allow', 'review', 'deny'),
  reasons: fc.uniqueArray(fc.constantFrom(...V2_REASONS), { minLength: 1, maxLength: V2_REASONS.length }),
  route: fc.constantFrom(...ROUTES),
})

describe('a judgement', () => {
  test('is what its code says', () =>
    fc.assert(fc.property(judgement, (given) => expect(parseJudgement(judgementCode(given))).toEqual(given))))

  test('is doubtful by its code as it is by its reasons', () =>
    fc.assert(
      fc.property(judgement, (given) => expect(isDoubtfulCode(judgementCode(given))).toBe(isDoubtful(given.reasons))),
    ))

  test('keeps the letters that logs already have', () => {
    const letters = V2_REASONS.map(
      (reason) => judgementCode({ decision: 'allow', route: 'none', reasons: [reason] })[2],
    )
    expect(letters.join('')).toBe('ABCDEFGdkHIJeKLMNOPQRSTUVWXYZfabc')
    expect(ROUTES.map((route) => judgementCode({ decision: 'deny', route, reasons: [] })[1]).join('')).toBe(
      'einurtpox-',
    )
  })
})

test('columns of codes give each row its own, whether there are few or many', () =>
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 1_000, size: 'max' }), (numbers) => {
      const rows = numbers.map((number) => `ae${number}`)
      const columns = encodeCodes(rows)
      expect(columns.codes).toEqual([...new Set(rows)])
      expect(rows.map((_, row) => codeAt(columns, row, rows.length))).toEqual(rows)
    }),
    { numRuns: 30 },
  ))

test('a version of the lists is one word in events, and the same again when shown', () => {
  expect(listsOf('2026-11-26.3fa91c04d2b7')).toBe('v2026-11-26-3fa91c04d2b7')
  expect(listsVersion('v2026-11-26-3fa91c04d2b7')).toBe('2026-11-26.3fa91c04d2b7')
  expect(listsOf(undefined)).toBeNull()
})
