import { expect, test } from '@jest/globals'
import { runClock } from '../../scripts/soak/faults/clock.js'

const HOUR_MS = 60 * 60_000

/** A short run of `npm run soak -- clock`. */
test('a clock set an hour forward and two back causes no refusals, no extended trust in caches, and no stalls', async () => {
  const seed = Date.now() % 1_000_000
  const shifts = [HOUR_MS, -HOUR_MS, 0]
  const { problems } = await runClock({ mongo: undefined, shifts, calmMs: 500, clients: 4, seed })
  expect({ seed, problems }).toEqual({ seed, problems: [] })
})
