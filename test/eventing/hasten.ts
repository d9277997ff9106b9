import timers from 'node:timers/promises'
import { jest } from '@jest/globals'

/**
 * Makes pauses between tries and between rounds of upkeep shorter, so many times, for all that is imported (by
 * `await import`) from here on. What is done, and how often, stays as it is.
 */
export function hasten(times: number): void {
  jest.unstable_mockModule('node:timers/promises', () => ({
    ...timers,
    setTimeout: (delay?: number, ...more: []) => timers.setTimeout(delay && delay / times, ...more),
  }))
}
