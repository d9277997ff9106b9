import { expect, test } from '@jest/globals'
import { runClosing } from '../../scripts/soak/closing/run.js'
import { describeMongo } from '../support/describeMongo.js'

/** Longer than the run's own timeouts together, so that a slow machine yields a stated problem. */
const TIMEOUT_MS = 300_000

describeMongo(
  'stores that close connections with FIN, at random, under two busy API processes and two workers',
  (mongo) => {
    /** A short run of `npm run soak -- closing`. */
    test(
      'every process answers again within 10 s, nothing acknowledged is lost, and no response is a 500',
      async () => {
        const seed = Date.now() % 1_000_000
        const { problems, slowest, calls, good, cuts } = await runClosing({
          mongo,
          durationMs: 5_000,
          pauseMs: [500, 1_200],
          clients: 4,
          retryUploads: false,
          seed,
        })
        expect({ seed, slowest, problems }).toEqual({ seed, slowest, problems: [] })
        expect(Object.values(cuts).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(3)
        expect(good).toBeGreaterThan(calls / 2)
      },
      TIMEOUT_MS,
    )
  },
)
