const { default: Sequencer } = require('@jest/test-sequencer')

/**
 * Suites that take more than twenty seconds, however short their files are, the longest first. A list, because a clean
 * checkout has no record of earlier runs.
 */
const LONG = [
  'reliability/restoredLog',
  'reliability/oldInstallations',
  'api/contract/generatedClients.java',
  'package/packages',
  'reliability/kurrentdbCluster',
  'reliability/tornFiles',
  'e2e/mainFlow',
  'pages/widget.browser',
  'pages/rules.browser',
  'pages/pages.browser',
  'reliability/lists',
  'cli/start',
  'reliability/migrateKill',
  'cli/bulk',
  'reliability/batchKill',
  'reliability/twoApis',
  'e2e/webhookNeighbours',
  'reliability/neighbours',
  'reliability/faultFrozen',
  'pages/docs.browser',
  'e2e/useCases',
  'pages/trouble.browser',
  'reliability/cluster',
  'reliability/erasure',
  'security/idor.graphql',
  'api/contract/unsaid.http',
  'api/contract/generatedClients.rust',
  'reliability/setAside',
  'e2e/gracefulStop',
  'reliability/kurrentdb',
  'pages/views.browser',
  'pages/dashboard.browser',
  'mailboxes/politeness',
  'cli/migrate',
  'reliability/races',
  'contract/jobs.lmdb',
  'cli/migrateGuard',
  'contract/jobs.mongodb',
  'deployment/network',
  'reliability/poolKill',
  'reliability/faultDrain',
  'reliability/webhookKill',
  'reliability/closing',
  'reliability/faultReset',
  'reliability/faultKillPhases',
  'reliability/kill',
  'adapters/mongoStart',
  'cli/bulkCharges',
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
