import type { ListsInUse, UpdateOutcome } from '../../features/verification/index.js'
import type { Clock } from '../../kernel/clock.js'
import { createCounter, type Family } from '../../kernel/metrics.js'

const OUTCOMES = [
  'updated',
  'unchanged',
  'refused',
  'unreachable',
] as const satisfies readonly UpdateOutcome['outcome'][]

/** Shows the version of the lists of domains in use, and counts their updates by this process. */
export function instrumentLists(inUse: () => ListsInUse, clock: Clock) {
  const updates = createCounter({
    name: 'mailproof_list_updates_total',
    help: 'Automatic updates of the lists of domains, by outcome.',
    labels: ['outcome'],
    known: OUTCOMES.map((outcome) => [outcome]),
  })
  const age: Family = {
    name: 'mailproof_lists_age_seconds',
    help: 'Time since the lists of domains in use were last known to be the newest.',
    type: 'gauge',
    labels: [],
    samples: () => [{ labels: {}, value: Math.max(0, clock.now() - inUse().currentAt) / 1_000 }],
  }
  const info: Family = {
    name: 'mailproof_lists_info',
    help: 'Version of the lists of domains in use; the value is always 1.',
    type: 'gauge',
    labels: ['version'],
    samples: () => [{ labels: { version: inUse().version }, value: 1 }],
  }
  return {
    count: (outcome: UpdateOutcome['outcome']): void => void updates.of(outcome).value++,
    families: [updates, age, info],
  }
}
