// The state of an account after any commands, and the plans.
import { describe, expect, test } from '@jest/globals'
import { generateKey, MAX_ACTIVE_KEYS, revokeKey } from '../../src/features/accounts/decide.js'
import type { AccountEvent } from '../../src/features/accounts/events.js'
import { isActive } from '../../src/features/accounts/events.js'
import { isPlan, limitsOf, NO_OVERRIDES, PLAN_IDS, PLANS } from '../../src/features/accounts/plans.js'
import { type AccountState, evolve, issuedKey } from '../../src/features/accounts/state.js'
import { iso } from '../../src/kernel/clock.js'
import { Failure } from '../../src/kernel/failure.js'
import fc from '../../testbed/fastCheck.js'
import { ada, generated, keyId, newKey, registered } from '../../testbed/given/accountEvents.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'

const before = '2026-11-21T08:59:59.999Z'
const now = '2026-11-21T09:00:00.000Z'
const after = '2026-11-21T09:00:00.001Z'

const sandbox = { sandbox: true, masked: 'mpt_Ab12…' }

describe('any sequence of commands on an account', () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 3 }),
    what: fc.constantFrom('generate', 'replace', 'replace', 'revoke'),
    sandbox: fc.boolean(),
    which: fc.nat({ max: 14 }),
    grace: fc.integer({ min: 0, max: 4 }),
  })

  test('leaves a live key that is not revoked, and at most ten active keys of a kind', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const log = createRecordedLog()
        const take = (from: AccountState, events: readonly AccountEvent[]) =>
          log.append(`account-${ada}`, ...events).reduce(evolve, from)
        let state = take({ status: 'none' }, [registered(), generated('first')])
        let time = Date.parse(now)
        for (const [index, { wait, what, which, grace, ...rest }] of steps.entries()) {
          time += wait
          const keys = state.status === 'active' ? state.keys : []
          const chosen = keys[which % keys.length]!.id
          const key = newKey(`key ${index}`, rest.sandbox ? sandbox : {})
          const replaces = { key: chosen, effectiveAt: iso(time + grace) }
          try {
            const decided =
              what === 'revoke'
                ? revokeKey(state, { key: chosen, now: iso(time) })
                : generateKey(state, { key, now: iso(time), ...(what === 'replace' && { replaces }) })
            state = take(state, decided)
          } catch (error) {
            if (!(error instanceof Failure)) throw error
          }
          const left = state.status === 'active' ? state.keys : []
          for (const kind of [true, false]) {
            const active = left.filter((other) => other.sandbox === kind && isActive(other, iso(time)))
            expect(active.length).toBeLessThanOrEqual(MAX_ACTIVE_KEYS)
          }
          expect(left.some((other) => !other.sandbox && other.revokedAt === null)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('whether a key is valid', () => {
  const never = { expiresAt: null, revokedAt: null }

  test.each([
    ['with no end, always', never, true],
    ['before its expiry, yes', { ...never, expiresAt: after }, true],
    ['at its expiry, no', { ...never, expiresAt: now }, false],
    ['before its revocation takes effect, yes', { ...never, revokedAt: after }, true],
    ['when its revocation takes effect, no', { ...never, revokedAt: now }, false],
    ['revoked, but not yet expired: no', { expiresAt: after, revokedAt: before }, false],
    ['expired, but revoked only later: no', { expiresAt: before, revokedAt: after }, false],
  ])('%s', (_, key, expected) => expect(isActive(key, now)).toBe(expected))
})

describe('plans', () => {
  test('are the four of the price list', () => {
    expect(PLAN_IDS).toEqual(['free', 'starter', 'growth', 'enterprise'])
    expect(PLAN_IDS.map((id) => limitsOf(id, NO_OVERRIDES))).toEqual([
      { perMonth: 1_000, perMinute: 60 },
      { perMonth: 10_000, perMinute: 120 },
      { perMonth: 50_000, perMinute: 600 },
      { perMonth: 1_000_000, perMinute: 6_000 },
    ])
  })

  test('have no price if enterprise, and price 0 if free', () => {
    expect(PLANS.enterprise.price).toBeNull()
    expect(PLANS.free.price).toBe(0)
  })

  test('are overridden limit by limit', () => {
    expect(limitsOf('starter', { perMinute: 7, perMonth: null })).toEqual({ perMinute: 7, perMonth: 10_000 })
    expect(limitsOf('starter', { perMinute: null, perMonth: 8 })).toEqual({ perMinute: 120, perMonth: 8 })
  })

  test('do not include other names', () => {
    const rows = ['', 'Free', 'gold', 'toString', '__proto__', 'constructor']
    expect(rows.filter((text) => isPlan(text))).toEqual([])
  })
})

describe("a key's own stream", () => {
  test('leads from the digest to the account and the id of the key', () => {
    const { stream, initial, evolve } = issuedKey('ab'.repeat(32))
    const [issued] = createRecordedLog().append(stream, {
      type: 'ApiKeyIssued' as const,
      data: { account: ada, key: keyId('first') },
    })
    expect(stream).toBe(`key-${'ab'.repeat(32)}`)
    expect(initial).toBeUndefined()
    expect(evolve(initial, issued!)).toEqual({ account: ada, key: keyId('first') })
  })
})
