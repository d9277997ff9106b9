// Verdicts of v1 from given facts.
import { describe, expect, test } from '@jest/globals'
import { judgeV1, type V1Verdict } from '../../../src/features/verification/engine/policy/v1.js'
import { DISPOSABLE, literal, malformed, type RouteName, reached, reserved, routes } from './support/facts.js'

type Row = [RouteName, V1Verdict['status'], V1Verdict['reason'] | undefined, dns: boolean, mx: boolean]

describe('the route decides', () => {
  test.each<Row>([
    ['explicit', 'valid', undefined, true, true],
    ['implicit', 'valid', undefined, true, false],
    ['null_mx', 'invalid', 'null_mx', true, false],
    ['no_name', 'invalid', 'dns', false, false],
    ['no_records', 'invalid', 'dns', false, false],
    ['no_target', 'invalid', 'mx', true, false],
    ['not_public', 'invalid', 'mx', true, false],
    ['own_address_not_public', 'invalid', 'mx', true, false],
  ])('%s: %s, reason %s, dns %s, mx %s', (name, status, reason, dns, mx) => {
    const verdict = judgeV1(reached(routes[name]))
    expect(verdict).toEqual({
      valid: status === 'valid',
      status,
      ...(reason && { reason }),
      isKnownValidFallback: false,
      isDnsFallback: false,
      checks: { syntax: true, dns, mx, disposable: false, role: false, free: false },
      domain: 'x.org',
    })
  })
})

describe('a transient DNS error', () => {
  const transient: [RouteName, dns: boolean][] = [
    ['mx_timeout', false],
    ['mx_error', false],
    ['target_timeout', true],
    ['target_error', true],
    ['address_timeout', false],
    ['address_error', false],
  ]
  test.each(transient)('%s is accepted as unknown; dns %s', (name, dns) => {
    const verdict = judgeV1(reached(routes[name]))
    expect(verdict).toMatchObject({ valid: true, status: 'unknown', isDnsFallback: true, isKnownValidFallback: false })
    expect(verdict.checks).toMatchObject({ syntax: true, dns, mx: false })
    expect(verdict.reason).toBeUndefined()
  })
  test.each(transient)('%s of a major provider is accepted as valid', (name, dns) => {
    const verdict = judgeV1(reached(routes[name], { major: true, free: true }))
    expect(verdict).toMatchObject({ valid: true, status: 'valid', isDnsFallback: false, isKnownValidFallback: true })
    expect(verdict.checks).toMatchObject({ dns, mx: false, free: true })
    expect(verdict.reason).toBeUndefined()
  })
  test('does not hide that the domain is disposable', () =>
    expect(judgeV1(reached(routes.mx_timeout, DISPOSABLE))).toMatchObject({
      valid: true,
      status: 'unknown',
      checks: { disposable: true },
    }))
  test('includes a lookup that was not finished', () =>
    expect(judgeV1({ ...reached(routes.explicit), routed: undefined })).toMatchObject({
      status: 'unknown',
      isDnsFallback: true,
    }))
})

describe('a definite answer for a major provider is not a fallback', () => {
  test.each<RouteName>(['explicit', 'no_records', 'null_mx'])('%s', (name) =>
    expect(judgeV1(reached(routes[name], { major: true }))).toMatchObject({
      isKnownValidFallback: false,
      isDnsFallback: false,
    }),
  )
})

test('disposable, role and free are separate facts and do not make an address invalid', () =>
  expect(judgeV1(reached(routes.explicit, { ...DISPOSABLE, free: true }, { role: true }))).toMatchObject({
    valid: true,
    status: 'valid',
    checks: { disposable: true, role: true, free: true },
  }))

test('patterns and privacy relays do not affect v1', () =>
  expect(
    judgeV1(reached(routes.explicit, { privacyRelay: true }, { patterns: ['temporary', 'system_email'] })),
  ).toMatchObject({ valid: true, status: 'valid' }))

test('a reserved domain is invalid, whatever else is known of it', () =>
  expect(judgeV1(reserved({ ...DISPOSABLE, major: true }, { role: true }))).toEqual({
    valid: false,
    status: 'invalid',
    reason: 'reserved_domain',
    isKnownValidFallback: false,
    isDnsFallback: false,
    checks: { syntax: true, dns: false, mx: false, disposable: true, role: true, free: false },
    domain: 'example.com',
  }))

describe('an address literal', () => {
  test('is valid if the address is public', () =>
    expect(judgeV1(literal(true))).toMatchObject({
      valid: true,
      status: 'valid',
      checks: { syntax: true, dns: true, mx: false },
      domain: '[192.0.2.1]',
    }))
  test('has no usable target otherwise', () =>
    expect(judgeV1(literal(false))).toMatchObject({
      valid: false,
      status: 'invalid',
      reason: 'mx',
      checks: { dns: true, mx: false },
    }))
  test('keeps its tag and its shortest form as the domain', () =>
    expect(judgeV1(literal(true, { email: 'a@[ipv6:2001:DB8:0::1]' })).domain).toBe('[IPv6:2001:db8::1]'))
})

describe('invalid syntax', () => {
  test('is invalid with the reason `syntax`, and fails every check', () =>
    expect(judgeV1(malformed('not an address'))).toEqual({
      valid: false,
      status: 'invalid',
      reason: 'syntax',
      isKnownValidFallback: false,
      isDnsFallback: false,
      checks: { syntax: false, dns: false, mx: false, disposable: false, role: false, free: false },
      domain: '',
    }))
  test('reports what follows the last @ as the domain', () => {
    const rows: readonly (readonly [string, string])[] = [
      ['a b@X.org', 'x.org'],
      ['a@b@x.org', 'x.org'],
      ['a@x_y.org', 'x_y.org'],
      ['a@', ''],
      ['', ''],
      ['@x.org', 'x.org'],
      ['a\0@x.org', 'x.org'],
      [`a@${'x'.repeat(254)}`, ''],
      [`${'x'.repeat(1_000_000)}@x.org`, 'x.org'],
    ]
    expect(rows.map(([email]) => [email, judgeV1(malformed(email)).domain])).toEqual(rows)
  })
})

test('provider and suggestion are passed on; the domain is in A-labels', () =>
  expect(
    judgeV1(reached(routes.explicit, {}, { email: 'ada@münchen.de', provider: 'gmail', didYouMean: 'ada@gmail.com' })),
  ).toMatchObject({ domain: 'xn--mnchen-3ya.de', provider: 'gmail', didYouMean: 'ada@gmail.com' }))
