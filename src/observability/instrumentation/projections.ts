// Metrics of read models and reactors: how far each lags, and whether it runs.
import type { ModelStatus } from '../../eventing/model.js'
import type { ReactorStatus } from '../../eventing/reactors.js'
import type { Family, Sample } from '../../kernel/metrics.js'

/** Status of a projection or reactor. */
interface SubscriberStatus {
  readonly name: string
  readonly running: boolean
  readonly lagMs: number
}

export const instrumentProjections = (status: () => Promise<readonly ModelStatus[]>): Family[] =>
  familiesOf('projection', 'Read model', async () =>
    (await status()).map(({ model: name, state, lagMs }) => ({ name, running: state === 'running', lagMs })),
  )

export const instrumentReactors = (status: () => Promise<readonly ReactorStatus[]>): Family[] =>
  familiesOf('reactor', 'Reactor', async () =>
    (await status()).map(({ reactor: name, state, lagMs }) => ({ name, running: state === 'running', lagMs })),
  )

/** Two gauges; concurrent scrapes of both share one query. */
function familiesOf(kind: string, what: string, getStatus: () => Promise<readonly SubscriberStatus[]>): Family[] {
  let pending: Promise<readonly SubscriberStatus[]> | undefined
  const shared = (): Promise<readonly SubscriberStatus[]> => {
    pending ??= getStatus().finally(() => {
      pending = undefined
    })
    return pending
  }
  const gauge = (name: string, help: string, value: (subscriber: SubscriberStatus) => number): Family => ({
    name: `mailproof_${kind}_${name}`,
    help,
    type: 'gauge',
    labels: [kind],
    samples: async () =>
      (await shared()).map((subscriber): Sample => ({ labels: { [kind]: subscriber.name }, value: value(subscriber) })),
  })
  return [
    gauge(
      'lag_seconds',
      `${what}: age of the oldest unprocessed event, in seconds; 0 if there is none.`,
      ({ lagMs }) => lagMs / 1_000,
    ),
    gauge('running', `${what}: 1 if it is running, 0 if it is failing or stopped.`, ({ running }) => Number(running)),
  ]
}
