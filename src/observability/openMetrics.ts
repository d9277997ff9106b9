import { type Config, ConfigError } from '../config.js'
import type { Log } from '../kernel/log.js'
import type { Family } from '../kernel/metrics.js'
import { createHostCheck } from '../kernel/net/hostCheck.js'
import { listenErrorMessage } from '../kernel/net/listenError.js'
import type { Resources } from '../kernel/resources.js'
import { VERSION } from '../version.js'

interface MetricsOptions {
  readonly config: Config
  readonly log: Log
  readonly families: readonly Family[]
}

/**
 * Serves the metrics on METRICS_PORT. Events are counted whether or not they are served; prom-client is loaded only if
 * they are.
 * @returns the port; undefined if METRICS_PORT is not set
 * @throws ConfigError if the server cannot listen on the port
 */
export async function openMetrics(
  { config, log, families }: MetricsOptions,
  closing: Resources,
): Promise<number | undefined> {
  const { BASE_URL, HOST, METRICS_PORT, ROLE } = config
  if (METRICS_PORT === undefined) return undefined
  const { createRegistry, eventLoopUtilization, listenForMetrics, processMetrics, Registry } = await import(
    './metrics/index.js'
  )
  const own = createRegistry([programOf(ROLE), ...families, eventLoopUtilization])
  const registry = Registry.merge([own, processMetrics()])
  try {
    const isOwnHost = createHostCheck(BASE_URL)
    const { port, stop } = await listenForMetrics({ registry, log, isOwnHost }, HOST, METRICS_PORT)
    closing.add(stop)
    return port
  } catch (error) {
    const problem = listenErrorMessage(error, 'METRICS_PORT')
    throw problem === undefined ? error : new ConfigError(`METRICS_PORT: ${problem}`)
  }
}

const programOf = (role: string): Family => ({
  name: 'mailproof_info',
  help: 'Version and role of this process; the value is always 1.',
  type: 'gauge',
  labels: ['version', 'role'],
  samples: () => [{ labels: { version: VERSION, role }, value: 1 }],
})
