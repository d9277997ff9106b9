import { expect, test } from '@jest/globals'
import { type ResetOptions, runResets } from '../../scripts/soak/faults/reset.js'
import { describeMongo } from '../support/describeMongo.js'

/**
 * Longer than the run's own timeouts together, so that a slow machine yields a stated problem: building the program,
 * recovery (60 s), uploads (120 s) and the checks of the stores.
 */
const TIMEOUT_MS = 300_000

/** A short run of `npm run soak -- reset`. */
async function expectToSurvive(place: ResetOptions['place'], mongo: string): Promise<void> {
  const seed = Date.now() % 1_000_000
  const { problems, calls, good, slowest } = await runResets({
    place,
    mongo,
    resets: 5,
    everyMs: 300,
    clients: 4,
    retryUploads: false,
    seed,
  })
  expect({ seed, slowest, problems }).toEqual({ seed, slowest, problems: [] })
  expect(good).toBeGreaterThan(calls / 2)
}

describeMongo('a store whose connections break repeatedly', (mongo) => {
  test(
    'MongoDB: failed requests get the documented errors, and nothing that was acknowledged is lost',
    async () => {
      await expectToSurvive('mongodb', mongo)
    },
    TIMEOUT_MS,
  )

  test(
    'KurrentDB: failed requests get the documented errors, and nothing that was acknowledged is lost',
    async () => {
      await expectToSurvive('kurrentdb', mongo)
    },
    TIMEOUT_MS,
  )
})
