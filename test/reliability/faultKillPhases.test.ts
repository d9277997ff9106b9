import { expect, test } from '@jest/globals'
import { PHASES, runPhaseKills } from '../../scripts/soak/faults/killPhases.js'

/** A short run of `npm run soak -- kill-phases`. */
test('a process killed in any phase of an upload, its batch and its webhook leaves one batch, done once, charged once and notified', async () => {
  const seed = Date.now() % 1_000_000
  const { problems, kills } = await runPhaseKills({
    mongo: undefined,
    phases: PHASES,
    rounds: 1,
    rows: 3_000,
    delayMs: 150,
    seed,
  })
  expect({ seed, problems }).toEqual({ seed, problems: [] })
  expect(kills).toBe(PHASES.length)
})
