import { describe, expect, test } from '@jest/globals'
import { stopwatch } from '../../src/kernel/clock.js'

const HOUR = 60 * 60_000

describe('a duration measured with a clock that is set back', () => {
  test('is unaffected, and no timeout is extended', () => {
    const clock = { time: 5 * HOUR, now: () => clock.time }
    const elapsed = stopwatch(clock)
    const began = elapsed()
    expect(began).toBeGreaterThan(0)
    clock.time += 1_000
    expect(elapsed() - began).toBe(1_000)
    clock.time -= HOUR
    expect(elapsed() - began).toBe(1_000)
    clock.time += 500
    expect(elapsed() - began).toBe(1_500)
  })
})
