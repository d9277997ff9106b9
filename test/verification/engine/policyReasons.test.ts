import { describe, expect, test } from '@jest/globals'
import {
  type Decision,
  type ReasonCode,
  V1_REASONS,
  V2_REASONS,
} from '../../../src/features/verification/engine/policy/reasonCodes.js'
import { REASONS, reasonBySlug } from '../../../src/features/verification/engine/policy/reasons.js'

const codes = [...new Set<ReasonCode>([...V1_REASONS, ...V2_REASONS])]

test('the default policy assigns every reason to deny, review or allow', () => {
  const of = (category: Decision) => V2_REASONS.filter((code) => REASONS[code].category === category).toSorted()
  expect(of('deny')).toEqual(
    [
      ...['syntax_invalid', 'no_records', 'mx_absent', 'null_mx', 'reserved_domain', 'disposable', 'temporary'],
      'denied_by_operator',
    ].sort(),
  )
  expect(of('review')).toEqual(
    [
      ...['developer_test', 'development_env', 'ci_cd', 'system_email', 'privacy_relay', 'address_literal'],
      ...['dns_timeout', 'dns_error'],
    ].sort(),
  )
  expect(of('allow')).toEqual(['allowed_by_operator', 'deliverable', 'implicit_mx', 'plus_addressing'])
})

test('every reason of v1 denies', () => {
  for (const code of V1_REASONS) expect(REASONS[code].category).toBe('deny')
})

describe.each(codes)('%s', (code) => {
  const reason = REASONS[code]
  test('is found by its slug, the code with hyphens', () => {
    expect(reason.slug).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(reason.slug).toBe(code.replaceAll('_', '-'))
    expect(reasonBySlug(reason.slug)).toBe(reason)
  })
  test('has one sentence, an explanation of two to five, and a source', () => {
    expect(reason.sentence).toMatch(/^[A-Z][^\n]{15,110}\.$/)
    expect(reason.explanation.match(/[.?](?= [A-Z]|$)/g)?.length).toBeGreaterThanOrEqual(2)
    expect(reason.explanation.match(/[.?](?= [A-Z]|$)/g)?.length).toBeLessThanOrEqual(5)
    expect(reason.source).not.toBe('')
  })
})

test('other texts are not slugs', () => {
  const rows = ['', 'null_mx', 'constructor', '__proto__', 'no-such-reason']
  expect(rows.filter((slug) => reasonBySlug(slug) !== undefined)).toEqual([])
})
