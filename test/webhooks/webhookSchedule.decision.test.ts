import { describe, expect, test } from '@jest/globals'
import { nextAttemptAt, RETRY_DELAYS_MS } from '../../src/features/webhooks/sending/schedule.js'
import fc from '../../testbed/fastCheck.js'

const now = Date.UTC(2026, 10, 21, 9)
const HOUR = 3_600_000
const half = { now, chance: 0.5 }
const waits = (failed: number, differs: object = {}) => nextAttemptAt({ failed, ...half, ...differs })! - now

describe('the next attempt', () => {
  test('comes after 5 s, 5 m, 30 m, 2 h, 5 h, 10 h and 10 h; then no more', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((failed) => waits(failed))).toEqual([
      5_000,
      300_000,
      1_800_000,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      10 * HOUR,
    ])
    expect(nextAttemptAt({ failed: 8, ...half })).toBeUndefined()
  })

  test('has a jitter of at most a fifth', () => {
    expect(waits(1, { chance: 0 })).toBe(4_000)
    expect(waits(1, { chance: 1 })).toBe(6_000)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (failed, chance) => {
          const wait = waits(failed, { chance })
          expect(Number.isInteger(wait)).toBe(true)
          expect(Math.abs(wait - RETRY_DELAYS_MS[failed - 1]!)).toBeLessThanOrEqual(RETRY_DELAYS_MS[failed - 1]! / 5)
        },
      ),
    )
  })

  test('comes later if the target asks for it, and never earlier', () => {
    expect(waits(1, { retryAfterMs: 60_000 })).toBe(60_000)
    expect(waits(2, { retryAfterMs: 60_000 })).toBe(300_000)
  })

  test('comes after a day at most, whatever the target asks for', () => {
    expect(waits(1, { retryAfterMs: 365 * 24 * HOUR })).toBe(24 * HOUR)
    expect(waits(7, { retryAfterMs: Number.MAX_SAFE_INTEGER })).toBe(24 * HOUR)
  })

  test('is not added after the last one because a target asks for it', () =>
    expect(nextAttemptAt({ failed: 8, ...half, retryAfterMs: 1_000 })).toBeUndefined())
})
