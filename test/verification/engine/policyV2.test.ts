// Decisions of v2 from given facts.
import { describe, expect, test } from '@jest/globals'
import { PATTERNS, type Pattern } from '../../../src/features/verification/engine/facts.js'
import type { Decision, V2Reason } from '../../../src/features/verification/engine/policy/reasonCodes.js'
import { judgeV1 } from '../../../src/features/verification/engine/policy/v1.js'
import { type DnsSignal, judgeV2, type MxSignal } from '../../../src/features/verification/engine/policy/v2.js'
import fc from '../../../testbed/fastCheck.js'
import {
  CHECKED_AT,
  DISPOSABLE,
  literal,
  malformed,
  type RouteName,
  reached,
  reserved,
  routes,
  TTL,
} from './support/facts.js'

const now = CHECKED_AT
const codes = (facts: Parameters<typeof judgeV2>[0]): string[] => judgeV2(facts, now).reasons.map(({ code }) => code)

describe('the route as signals, reason and decision', () => {
  test.each<[RouteName, DnsSignal, MxSignal, V2Reason, Decision]>([
    ['explicit', 'resolves', 'present', 'deliverable', 'allow'],
    ['implicit', 'resolves', 'absent', 'implicit_mx', 'allow'],
    ['null_mx', 'resolves', 'absent', 'null_mx', 'deny'],
    ['no_name', 'no_records', 'absent', 'no_records', 'deny'],
    ['no_records', 'no_records', 'absent', 'no_records', 'deny'],
    ['no_target', 'resolves', 'absent', 'mx_absent', 'deny'],
    ['not_public', 'resolves', 'absent', 'mx_absent', 'deny'],
    ['own_address_not_public', 'resolves', 'absent', 'mx_absent', 'deny'],
  ])('%s: dns %s, mx %s, %s, %s', (name, dns, mx, reason, decision) => {
    expect(judgeV2(reached(routes[name]), now)).toMatchObject({
      decision,
      reasons: [{ code: reason, category: decision, slug: reason.replaceAll('_', '-') }],
      signals: { syntax: 'valid', dns, mx, disposable: false, acceptAll: 'unknown', patterns: [] },
      runtime: { status: 'ok', unresolvedGroups: [] },
      ttlHintSeconds: TTL,
      checkedAt: CHECKED_AT,
    })
  })
})

describe('a transient DNS error is degraded: review, hint 0, checked now', () => {
  test.each<[RouteName, DnsSignal, MxSignal, V2Reason, string[]]>([
    ['mx_timeout', 'timeout', 'timeout', 'dns_timeout', ['dns', 'mx']],
    ['mx_error', 'error', 'error', 'dns_error', ['dns', 'mx']],
    ['target_timeout', 'resolves', 'timeout', 'dns_timeout', ['mx']],
    ['target_error', 'resolves', 'error', 'dns_error', ['mx']],
    ['address_timeout', 'timeout', 'absent', 'dns_timeout', ['dns']],
    ['address_error', 'error', 'absent', 'dns_error', ['dns']],
  ])('%s: dns %s, mx %s, %s', (name, dns, mx, reason, unresolvedGroups) => {
    expect(judgeV2(reached(routes[name]), now + 5_000)).toMatchObject({
      decision: 'review',
      reasons: [{ code: reason, category: 'review' }],
      signals: { dns, mx },
      runtime: { status: 'degraded', unresolvedGroups },
      ttlHintSeconds: 0,
      checkedAt: now,
    })
  })
  test('even if something else would deny or allow; all reasons are listed, its own first', () => {
    const denied = reached(routes.mx_timeout, DISPOSABLE, { patterns: ['plus_addressing', 'temporary'] })
    expect(judgeV2(denied, now)).toMatchObject({ decision: 'review', ttlHintSeconds: 0 })
    expect(codes(denied)).toEqual(['dns_timeout', 'disposable', 'temporary', 'plus_addressing'])
    expect(judgeV2(reached(routes.mx_error, { major: true }), now).decision).toBe('review')
  })
  test('and so is a lookup that was not finished', () =>
    expect(judgeV2({ ...reached(routes.explicit), routed: undefined }, now)).toMatchObject({
      decision: 'review',
      signals: { dns: 'timeout', mx: 'timeout' },
      runtime: { status: 'degraded', unresolvedGroups: ['dns', 'mx'] },
    }))
})

describe('each pattern and list has its own reason', () => {
  test.each<[Pattern, Decision]>([
    ['plus_addressing', 'allow'],
    ['developer_test', 'review'],
    ['system_email', 'review'],
    ['temporary', 'review'],
    ['development_env', 'review'],
    ['ci_cd', 'review'],
  ])('%s: %s', (pattern, decision) => {
    const facts = reached(routes.explicit, {}, { patterns: [pattern] })
    expect(judgeV2(facts, now)).toMatchObject({ decision, signals: { patterns: [pattern] } })
    expect(codes(facts)).toEqual([pattern])
  })
  test('disposable: deny', () => {
    expect(codes(reached(routes.explicit, DISPOSABLE))).toEqual(['disposable'])
    expect(judgeV2(reached(routes.explicit, DISPOSABLE), now)).toMatchObject({
      decision: 'deny',
      signals: { disposable: true },
    })
  })
  test('privacy relay: allow, and not disposable', () => {
    const facts = reached(routes.explicit, { privacyRelay: true })
    expect(codes(facts)).toEqual(['privacy_relay'])
    expect(judgeV2(facts, now)).toMatchObject({ decision: 'allow', signals: { disposable: false } })
  })
  test('free is a fact, not a reason', () =>
    expect(codes(reached(routes.explicit, { free: true }))).toEqual(['deliverable']))
  test.each<[string, object, V2Reason]>([
    ['a role', { role: true }, 'role_account'],
    ['a probable typo', { didYouMean: 'ada@gmail.com' }, 'probable_typo'],
    ['a look-alike', { concerns: ['confusable'] }, 'confusable'],
    ['an impossible name', { concerns: ['impossible_at_provider'] }, 'impossible_at_provider'],
    ['a route before the @', { concerns: ['routed_local_part'] }, 'routed_local_part'],
    ['quotes', { concerns: ['quoted_local_part'] }, 'quoted_local_part'],
    ['letters outside ASCII before the @', { concerns: ['smtputf8_required'] }, 'smtputf8_required'],
  ])('%s: review', (_, more, reason) => {
    expect(codes(reached(routes.explicit, {}, more))).toEqual([reason])
    expect(judgeV2(reached(routes.explicit, {}, more), now).decision).toBe('review')
  })
  test('a parked domain: review; an exchange that discards mail: deny', () => {
    expect(judgeV2(reached({ ...routes.implicit, parked: true }), now)).toMatchObject({
      decision: 'review',
      reasons: [{ code: 'parked_domain' }],
    })
    expect(judgeV2(reached({ ...routes.explicit, blackHole: true }), now)).toMatchObject({
      decision: 'deny',
      reasons: [{ code: 'blackhole_mx' }],
      signals: { mx: 'present' },
    })
  })
  test('a listed domain that looks mistyped is denied, and the correction is still shown', () => {
    const verdict = judgeV2(reached(routes.explicit, DISPOSABLE, { didYouMean: 'ada@gmail.com' }), now)
    expect(verdict).toMatchObject({ decision: 'deny', didYouMean: 'ada@gmail.com' })
    expect(verdict.reasons.map(({ code }) => code)).toEqual(['disposable', 'probable_typo'])
  })
  test('a malformed address has one reason, also with a correction', () => {
    const verdict = judgeV2({ ...malformed('ada@gmail,com'), didYouMean: 'ada@gmail.com' }, now)
    expect(verdict.reasons.map(({ code }) => code)).toEqual(['syntax_invalid'])
    expect(verdict).toMatchObject({ didYouMean: 'ada@gmail.com', normalizedEmail: undefined })
  })
})

describe('the worst reason decides and comes first', () => {
  test.each<[string, RouteName, Pattern[], object, string[], Decision]>([
    ['allow and allow', 'implicit', ['plus_addressing'], {}, ['implicit_mx', 'plus_addressing'], 'allow'],
    [
      'review beats allow',
      'implicit',
      ['plus_addressing', 'ci_cd'],
      {},
      ['ci_cd', 'implicit_mx', 'plus_addressing'],
      'review',
    ],
    ['deny beats review', 'explicit', ['temporary'], DISPOSABLE, ['disposable', 'temporary'], 'deny'],
    ['route before list', 'no_name', [], DISPOSABLE, ['no_records', 'disposable'], 'deny'],
    [
      'relay and tag',
      'explicit',
      ['plus_addressing'],
      { privacyRelay: true },
      ['privacy_relay', 'plus_addressing'],
      'allow',
    ],
  ])('%s', (_, name, patterns, domain, expected, decision) => {
    const facts = reached(routes[name], domain, { patterns })
    expect(codes(facts)).toEqual(expected)
    expect(judgeV2(facts, now).decision).toBe(decision)
  })
})

test('a reserved domain is denied without DNS', () => {
  const facts = reserved({}, { patterns: ['development_env'] })
  expect(codes(facts)).toEqual(['reserved_domain', 'development_env'])
  expect(judgeV2(facts, now)).toMatchObject({
    decision: 'deny',
    signals: { syntax: 'valid', dns: 'no_records', mx: 'absent' },
    runtime: { status: 'ok', unresolvedGroups: [] },
    ttlHintSeconds: 300,
    checkedAt: now,
  })
})

test('an address literal that is not public is denied, as in v1', () => {
  expect(codes(literal(false))).toEqual(['mx_absent', 'address_literal'])
  expect(judgeV2(literal(false), now)).toMatchObject({ decision: 'deny', signals: { dns: 'resolves', mx: 'absent' } })
  expect(judgeV1(literal(false))).toMatchObject({ status: 'invalid', reason: 'mx' })
})

test('a public address literal is reviewed', () => {
  expect(codes(literal(true))).toEqual(['address_literal'])
  expect(judgeV2(literal(true), now)).toMatchObject({
    decision: 'review',
    signals: { syntax: 'valid', dns: 'resolves', mx: 'absent' },
    runtime: { status: 'ok' },
    ttlHintSeconds: 300,
  })
})

test('invalid syntax is denied with nothing checked, and that is not degraded', () =>
  expect(judgeV2(malformed('not an address'), now)).toMatchObject({
    decision: 'deny',
    reasons: [{ code: 'syntax_invalid' }],
    signals: { syntax: 'invalid', dns: 'not_checked', mx: 'not_checked', disposable: false, patterns: [] },
    runtime: { status: 'ok', unresolvedGroups: [] },
    ttlHintSeconds: 300,
    checkedAt: now,
  }))

describe('the time of the DNS lookup is truncated to the minute, so that it does not reveal earlier callers', () => {
  const MINUTE = 60_000
  const seen = (checkedAt: number, at: number) => {
    const routed = { route: routes.explicit, checkedAt, ttl: 3_600 }
    const { ttlHintSeconds, checkedAt: shownAt } = judgeV2({ ...reached(routes.explicit), routed }, at)
    return { ttlHintSeconds, shownAt }
  }
  const within = fc.integer({ min: 0, max: MINUTE - 1 })

  test("answers within a minute are equal, whether the lookup was the caller's own or another's", () =>
    fc.assert(
      fc.property(within, within, fc.integer({ min: 0, max: 50 }), within, (one, other, minutes, later) => {
        const at = now + minutes * MINUTE + Math.max(later, minutes === 0 ? Math.max(one, other) : 0)
        expect(seen(now + one, at)).toEqual(seen(now + other, at))
        expect(seen(now + one, at)).toEqual({ shownAt: now, ttlHintSeconds: 3_600 - 60 * minutes })
      }),
    ))

  test('the time is never in the future, and the hint at most a minute more than the remaining TTL', () =>
    fc.assert(
      fc.property(within, fc.integer({ min: 0, max: 3_000_000 }), (checked, age) => {
        const { shownAt, ttlHintSeconds } = seen(now + checked, now + checked + age)
        expect(shownAt).toBeLessThanOrEqual(now + checked)
        expect(ttlHintSeconds).toBeLessThan(3_600 - age / 1_000 + 60)
        expect(ttlHintSeconds).toBeGreaterThan(3_600 - age / 1_000 - 60)
      }),
    ))
})

describe('the hint for how long the answer is valid', () => {
  const hint = (ttl: number | undefined, age = 0): number =>
    judgeV2({ ...reached(routes.explicit), routed: { route: routes.explicit, checkedAt: CHECKED_AT, ttl } }, now + age)
      .ttlHintSeconds
  test.each([
    [undefined, 300],
    [0, 300],
    [299, 300],
    [301, 301],
    [3_600, 3_600],
    [86_400, 86_400],
    [1_000_000, 86_400],
  ])('for a TTL of %s seconds is %s', (ttl, seconds) => expect(hint(ttl)).toBe(seconds))
  test('is the remaining TTL of a cached route', () => {
    expect(hint(3_600, 600_000)).toBe(3_000)
    expect(hint(3_600, 600_999)).toBe(3_000)
    expect(hint(1_000_000, 3_600_000)).toBe(82_800)
  })
  test('never reaches 0, which means degraded', () => expect(hint(300, 900_000)).toBe(1))
  test('does not grow when the clock is set back', () => expect(hint(600, -50_000)).toBe(600))
})

test('for any facts the first reason decides, degraded is review with 0, and groups match their signals', () => {
  const route = fc.constantFrom(...Object.values(routes))
  const domain = fc.record({ privacyRelay: fc.boolean(), major: fc.boolean(), free: fc.boolean() })
  const patterns = fc.subarray([...PATTERNS])
  fc.assert(
    fc.property(route, domain, fc.boolean(), patterns, (mail, facts, disposable, seen) => {
      const verdict = judgeV2(reached(mail, { ...facts, ...(disposable && DISPOSABLE) }, { patterns: seen }), now)
      const { decision, reasons, signals, runtime, ttlHintSeconds } = verdict
      const degraded = mail.kind === 'temporary'
      expect(reasons[0]?.category).toBe(decision)
      expect(new Set(reasons.map(({ code }) => code)).size).toBe(reasons.length)
      expect(runtime.status).toBe(degraded ? 'degraded' : 'ok')
      expect(ttlHintSeconds === 0).toBe(degraded)
      const worst = ['deny', 'review', 'allow'].find((category) =>
        reasons.some((reason) => reason.category === category),
      )
      expect(decision).toBe(degraded ? 'review' : worst)
      for (const group of ['dns', 'mx'] as const)
        expect(runtime.unresolvedGroups.includes(group)).toBe(['timeout', 'error'].includes(signals[group]))
    }),
  )
})
