const { default: Sequencer } = require('@jest/test-sequencer')

/**
 * Suites that take more than twenty seconds, however short their files are, the longest first. A list, because a clean
 * checkout has no record of earlier runs.
 */
const LONG = [
  'reliability/restoredLog',
  'reliability/batchKill',
  'reliability/migrateKill',
  'reliability/kurrentdbCluster',
  'e2e/mainFlow',
  'reliability/setAside',
  'e2e/webhookNeighbours',
  'package/packages',
  'reliability/oldInstallations',
  'pages/pages.browser',
  'cli/bulk',
  'reliability/erasure',
  'e2e/gracefulStop',
  'reliability/twoApis',
  'reliability/faultFrozen',
  'reliability/neighbours',
  'pages/dashboard.browser',
  'cli/migrate',
  'reliability/kurrentdb',
  'e2e/useCases',
  'reliability/closing',
  'cli/start',
  'pages/trouble.browser',
  'reliability/cluster',
  'reliability/races',
  'contract/eventStore.kurrentdb',
  'contract/jobs.mongodb',
  'security/idor.graphql',
  'adapters/mongoStart',
  'reliability/faultReset',
  'eventing/properties',
  'reliability/expiredLease',
  'deployment/network',
  'contract/jobs.lmdb',
  'pages/views.browser',
  'reliability/faultDrain',
]
const LONG_FOLDERS = /\/test\/(?:reliability|e2e|cli)\//

/** Long suites first, so that none is left for the end when the other worker is idle. The rest in jest's order. */
module.exports = class extends Sequencer {
  sort(tests) {
    const rankOf = ({ path }) => {
      const at = LONG.findIndex((name) => path.endsWith(`/test/${name}.test.ts`))
      if (at >= 0) return at
      return LONG.length + (LONG_FOLDERS.test(path) ? 0 : 1)
    }
    // Stable.
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other))
  }
}
