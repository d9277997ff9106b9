// A short run of `npm run soak -- kurrentdb-cluster`.
import { expect, test } from '@jest/globals'
import { DISTURBANCES } from '../../scripts/soak/cluster/disturbances.js'
import { runCluster } from '../../scripts/soak/cluster/run.js'
import { describeMongo } from '../support/mongo/describeMongo.js'

describeMongo('a KurrentDB cluster under callers, batches and webhooks', (mongo) => {
  test.each(Object.keys(DISTURBANCES))(
    '%s: only the specified errors, ready within 5 s after each election, nothing lost or twice',
    async (disturbance) => {
      const seed = Date.now() % 1_000_000
      const { problems } = await runCluster({
        mongo,
        program: process.env.KURRENTDB_CLUSTER_START,
        disturbances: [disturbance],
        holdMs: 3_000,
        calmMs: 1_000,
        clients: 8,
        retryUploads: false,
        seed,
      })
      expect({ seed, problems }).toEqual({ seed, problems: [] })
    },
  )
})
