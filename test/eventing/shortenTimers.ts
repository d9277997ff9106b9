import timers from 'node:timers/promises'
import { jest } from '@jest/globals'

/**
 * Divides all delays of `node:timers/promises` (retries, maintenance) by `times`, in modules imported with `await
 * import` afterwards.
 */
export function shortenTimers(times: number): void {
  jest.unstable_mockModule('node:timers/promises', () => ({
    ...timers,
    setTimeout: (delay?: number, ...more: []) => timers.setTimeout(delay && delay / times, ...more),
  }))
}
