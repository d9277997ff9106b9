import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterAll, beforeAll } from '@jest/globals'

/** Divides all delays of `node:timers/promises` (retries, maintenance) by `times` while the suite runs. */
export function shortenTimers(times: number): void {
  const { setTimeout: original } = timers
  const replace = (replacement: typeof original) => {
    timers.setTimeout = replacement
    syncBuiltinESMExports()
  }
  beforeAll(() => replace((delay, ...more) => original(delay && delay / times, ...more)))
  afterAll(() => replace(original))
}
