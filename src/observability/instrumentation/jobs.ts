import type { Family } from '../../kernel/metrics.js'
import type { JobCounts, SlotCounts } from '../../kernel/ports/jobs.js'

/** How long the queue is, of all processes together; and how the runs of this process are shared out. */
export const instrumentJobs = (
  counts: () => Promise<readonly JobCounts[]>,
  slots: () => readonly SlotCounts[],
): readonly Family[] => [
  {
    name: 'mailproof_jobs',
    help: 'Jobs of all processes: due, running, later (their time has not come), failing (to be tried again).',
    type: 'gauge',
    samples: async () =>
      (await counts()).flatMap(({ name, ...states }) =>
        Object.entries(states).map(([state, value]) => ({ labels: { kind: name, state }, value })),
      ),
  },
  {
    name: 'mailproof_job_slots',
    help: 'Runs that this process may have at once, shared fairly between accounts: taken, free.',
    type: 'gauge',
    samples: () =>
      slots().flatMap(({ name, taken, free }) => [
        { labels: { kind: name, state: 'taken' }, value: taken },
        { labels: { kind: name, state: 'free' }, value: free },
      ]),
  },
  {
    name: 'mailproof_job_limited_accounts',
    help: 'Accounts that have their share of the runs of this process: their other due jobs wait.',
    type: 'gauge',
    samples: () => slots().map(({ name, limitedTenants }) => ({ labels: { kind: name }, value: limitedTenants })),
  },
]
