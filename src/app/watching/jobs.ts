import type { JobCounts } from '../../jobs/jobs.js'
import type { Family } from '../../kernel/metrics.js'

/** How long the queue is, of all processes together. */
export const watchJobs = (counts: () => Promise<readonly JobCounts[]>): Family[] => [
  {
    name: 'mailproof_jobs',
    help: 'Jobs of all processes: due, running, later (their time has not come), failing (to be tried again).',
    type: 'gauge',
    samples: async () =>
      (await counts()).flatMap(({ name, ...states }) =>
        Object.entries(states).map(([state, value]) => ({ labels: { kind: name, state }, value })),
      ),
  },
]
