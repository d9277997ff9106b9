import type { Family } from '../../kernel/metrics.js'
import type { JobCounts, SlotCounts } from '../../kernel/ports/jobs.js'

/** Length of the job queue of all processes, and use of this process's slots. */
export const instrumentJobs = (
  counts: () => Promise<readonly JobCounts[]>,
  slots: () => readonly SlotCounts[],
): readonly Family[] => [
  {
    name: 'mailproof_jobs',
    help: 'Jobs of all processes by state: due, running, later (scheduled), failing (to be retried). Aggregate with max.',
    type: 'gauge',
    labels: ['kind', 'state'],
    samples: async () =>
      (await counts()).flatMap(({ name, ...states }) =>
        Object.entries(states).map(([state, value]) => ({ labels: { kind: name, state }, value })),
      ),
  },
  {
    name: 'mailproof_job_slots',
    help: 'Slots for concurrent job runs in this process, shared fairly between accounts: taken, free.',
    type: 'gauge',
    labels: ['kind', 'state'],
    samples: () =>
      slots().flatMap(({ name, taken, free }) => [
        { labels: { kind: name, state: 'taken' }, value: taken },
        { labels: { kind: name, state: 'free' }, value: free },
      ]),
  },
  {
    name: 'mailproof_job_limited_accounts',
    help: 'Accounts that use their full share of the slots of this process, so that their other due jobs wait.',
    type: 'gauge',
    labels: ['kind'],
    samples: () => slots().map(({ name, limitedTenants }) => ({ labels: { kind: name }, value: limitedTenants })),
  },
]
