import { describe, expect, test } from '@jest/globals'
import {
  concurrencyOf,
  FULL_TIMEOUT_MS,
  PROBE_INTERVAL_MS,
  timeoutOf,
  UNKNOWN_RESPONSIVENESS,
} from '../../src/features/webhooks/receivers/attemptLimits.js'
import fc from '../../testbed/fastCheck.js'

const timedOut = (timeouts: number, answerMs = 0) => ({ timeouts, probedAt: 1_000, answerMs })

describe('the timeout of an attempt', () => {
  test('shrinks with every consecutive timeout, but not after a single one', () => {
    const timeouts = [0, 1, 2, 3, 4, 5, 100].map((count) => timeoutOf(timedOut(count), 2_000))
    expect(timeouts).toEqual([15_000, 15_000, 8_000, 4_000, 2_000, 2_000, 2_000])
  })

  test('is the full one for an unknown receiver', () => {
    expect(timeoutOf(UNKNOWN_RESPONSIVENESS, 0)).toBe(FULL_TIMEOUT_MS)
    expect(timeoutOf(UNKNOWN_RESPONSIVENESS, Date.now())).toBe(FULL_TIMEOUT_MS)
  })

  test('is at least twice the duration of the last response', () => {
    expect(timeoutOf(timedOut(9, 3_500), 2_000)).toBe(7_000)
    expect(timeoutOf(timedOut(9, 9_000), 2_000)).toBe(FULL_TIMEOUT_MS)
  })

  test('is the full one every five minutes, and after the clock was set back', () => {
    expect(timeoutOf(timedOut(9), 1_000 + PROBE_INTERVAL_MS - 1)).toBe(2_000)
    expect(timeoutOf(timedOut(9), 1_000 + PROBE_INTERVAL_MS)).toBe(FULL_TIMEOUT_MS)
    expect(timeoutOf(timedOut(9), 999)).toBe(FULL_TIMEOUT_MS)
  })

  test('is between two and fifteen seconds, whatever happened', () => {
    const state = fc.record({ timeouts: fc.nat(), probedAt: fc.nat(), answerMs: fc.nat(20_000) })
    fc.assert(
      fc.property(state, fc.nat(), (known, now) => {
        const timeout = timeoutOf(known, now)
        expect(timeout).toBeGreaterThanOrEqual(2_000)
        expect(timeout).toBeLessThanOrEqual(FULL_TIMEOUT_MS)
      }),
    )
  })
})

test('a receiver gets five concurrent attempts, and one after its first timeout', () => {
  expect([0, 1, 7].map((timeouts) => concurrencyOf(timedOut(timeouts)))).toEqual([5, 1, 1])
})
