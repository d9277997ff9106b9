// The result of the last check of the log, as metrics.
import type { LastCheck } from '../../eventing/logCheck/lastCheck.js'
import type { Family } from '../../kernel/metrics.js'

/** Two gauges, without samples before the first check. */
export function instrumentLogCheck(load: () => Promise<LastCheck | undefined>): Family[] {
  const gauge = (name: string, help: string, value: (last: LastCheck) => number): Family => ({
    name: `mailproof_log_check_${name}`,
    help,
    type: 'gauge',
    labels: [],
    async samples() {
      const last = await load()
      return last ? [{ labels: {}, value: value(last) }] : []
    },
  })
  return [
    gauge(
      'timestamp_seconds',
      'When the whole event log was last checked, in Unix seconds.',
      ({ at }) => Date.parse(at) / 1_000,
    ),
    gauge('problems', 'Problems that the last check of the event log found.', ({ damaged }) => damaged),
  ]
}
