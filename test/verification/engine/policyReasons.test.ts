// Every reason has a decision, a page and sentences.
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
      ...['syntax_invalid', 'no_records', 'mx_absent', 'null_mx', 'reserved_domain', 'disposable', 'blackhole_mx'],
      ...['denied_by_operator', 'known_bounce', 'no_such_mailbox'],
    ].sort(),
  )
  expect(of('review')).toEqual(
    [
      ...['developer_test', 'development_env', 'ci_cd', 'system_email', 'temporary', 'address_literal'],
      ...['dns_timeout', 'dns_error', 'probable_typo', 'role_account', 'confusable', 'impossible_at_provider'],
      ...['smtputf8_required', 'quoted_local_part', 'routed_local_part', 'parked_domain', 'mailbox_full'],
    ].sort(),
  )
  expect(of('allow')).toEqual([
    ...['accept_all', 'allowed_by_operator', 'deliverable', 'implicit_mx', 'plus_addressing', 'privacy_relay'],
  ])
})

test('every reason of v1 denies', () => {
  for (const code of V1_REASONS) expect(REASONS[code].category).toBe('deny')
})

describe.each(codes)('%s', (code) => {
  const reason = REASONS[code]
  test('is found by its slug, the code with hyphens', () => {
    expect(reason.slug).toMatch(/^[a-z][a-z0-9]*(-[a-z]+)*$/)
    expect(reason.slug).toBe(code.replaceAll('_', '-'))
    expect(reasonBySlug(reason.slug)).toBe(reason)
  })
  test('has one sentence, an explanation of two to five, and a source', () => {
    expect(reason.sentence).toMatch(/^[A-Z][^\n]{15,110}\.$/)
    expect(reason.explanation.match(/[.?](?= [A-Z]|$)/g)?.length).toBeGreaterThanOrEqual(2)
    expect(reason.explanation.match(/[.?](?= [A-Z]|$)/g)?.length).toBeLessThanOrEqual(5)
    expect(reason.source).not.toBe('')
  })
  test('has a sentence for the visitor of a form, who knows no DNS', () => {
    expect(reason.visitor).toMatch(/^[A-Z][^\n]{10,90}\.$/)
    expect(reason.visitor).not.toMatch(/DNS|MX|RFC|SMTP|script/)
  })
  test('names the API versions that use it', () => {
    const isV1 = V1_REASONS.some((each) => each === code)
    const isV2 = V2_REASONS.some((each) => each === code)
    expect(reason.versions).toEqual([...(isV1 ? ['v1'] : []), ...(isV2 ? ['v2'] : [])])
  })
})

test('other texts are not slugs', () => {
  const rows = ['', 'null_mx', 'constructor', '__proto__', 'no-such-reason']
  expect(rows.filter((slug) => reasonBySlug(slug) !== undefined)).toEqual([])
})
