import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Family } from '../../kernel/metrics.js'

/** Gauges whose names end in `_total`, which Prometheus reserves for counters; `nodejs_active_resources` has the same. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

let standard: Registry | undefined

/**
 * prom-client's metrics of this process: CPU, memory, file descriptors, event loop delay, garbage collection. Collected
 * once per process from the first call on: their observers cannot be stopped.
 */
export function processMetrics(): Registry {
  if (standard) return standard
  standard = new Registry()
  collectDefaultMetrics({ register: standard })
  for (const name of MISNAMED) standard.removeSingleMetric(name)
  return standard
}

export const eventLoopUtilization: Family = {
  name: 'nodejs_eventloop_active_seconds_total',
  help: 'Time that the event loop was not idle.',
  type: 'counter',
  labels: [],
  samples: () => [{ labels: {}, value: performance.eventLoopUtilization().active / 1_000 }],
}
