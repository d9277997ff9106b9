const { default: Sequencer } = require('@jest/test-sequencer')

/**
 * Suites that take more than ten seconds, however short their files are: the longest first, and those that mostly wait
 * between those that mostly compute. A list, because a clean checkout has no record of earlier runs.
 */
const LONG = [
  'cli/bulk',
  'contract/eventStore.kurrentdb',
  'reliability/faultFrozen',
  'cli/start',
  'e2e/webhookNeighbours',
  'reliability/neighbours',
  'http/sockets',
  'reliability/poolKill',
  'reliability/kurrentdb',
  'reliability/closing',
  'reliability/migrateKill',
  'reliability/races',
  'e2e/mainFlow',
  'contract/blobStore.gridfs',
  'reliability/faultDrain',
  'package/packages',
  'reliability/faultReset',
  'pages/pages.browser',
  'e2e/gracefulStop',
  'security/idor.graphql',
  'contract/jobs.mongodb',
  'cli/migrate',
  'contract/jobs.lmdb',
  'reliability/batchKill',
  'pages/trouble.browser',
  'reliability/mongoHung',
  'cli/bulkCharges',
  'cli/migrateGuard',
  'reliability/oldInstallations',
  'pages/dashboard.browser',
  'deployment/network',
  'pages/views.browser',
  'adapters/mongoHanging',
  'reliability/cluster',
  'reliability/rebuild',
  'contract/blobStore.disk',
  'reliability/erasure',
  'e2e/useCases',
  'reliability/kill',
  'reliability/faultKillPhases',
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
