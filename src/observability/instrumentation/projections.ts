import type { ModelStatus } from '../../eventing/model.js'
import type { ReactorStatus } from '../../eventing/reactors.js'
import type { Family, Sample } from '../../kernel/metrics.js'

/** What follows the log. */
interface Follower {
  readonly name: string
  readonly running: boolean
  readonly lagMs: number
}

export const instrumentProjections = (status: () => Promise<readonly ModelStatus[]>): Family[] =>
  familiesOf('projection', 'A read model', async () =>
    (await status()).map(({ model: name, state, lagMs }) => ({ name, running: state === 'running', lagMs })),
  )

export const instrumentReactors = (status: () => Promise<readonly ReactorStatus[]>): Family[] =>
  familiesOf('reactor', 'A reactor', async () =>
    (await status()).map(({ reactor: name, state, lagMs }) => ({ name, running: state === 'running', lagMs })),
  )

/** Both are told by one look. */
function familiesOf(kind: string, what: string, look: () => Promise<readonly Follower[]>): Family[] {
  let looking: Promise<readonly Follower[]> | undefined
  const shared = (): Promise<readonly Follower[]> => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
  const gauge = (name: string, help: string, value: (follower: Follower) => number): Family => ({
    name: `mailproof_${kind}_${name}`,
    help,
    type: 'gauge',
    samples: async () =>
      (await shared()).map((follower): Sample => ({ labels: { [kind]: follower.name }, value: value(follower) })),
  })
  return [
    gauge(
      'lag_seconds',
      `${what}: how long the oldest event that it has not taken in has been in the log; 0 when there is none.`,
      ({ lagMs }) => lagMs / 1_000,
    ),
    gauge('running', `${what}: 1 while it works, 0 while it fails or has stopped.`, ({ running }) => Number(running)),
  ]
}
