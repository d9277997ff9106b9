// Starts the service in one of the three deployments, for measurements.
import { client } from '../../../testbed/callers/client.js'
import { freePort } from '../../../testbed/freePort.js'
import { parseMetrics } from '../../../testbed/service/metricsText.js'
import { BUILT } from '../../../testbed/service/program.js'
import { start } from '../../../testbed/service/start.js'
import { kurrentdbAt } from '../../../testbed/stores/kurrentdb/open.js'
import { measuredSettings } from './service.js'
import type { MeasuredProcess, StoreServer } from './storeServers.js'

export const SHAPES = { 1: '1 embedded', 2: '2 log in LMDB, MongoDB', 3: '3 KurrentDB, MongoDB' } as const
export type DeploymentShape = keyof typeof SHAPES

/** A service in one deployment shape, with accounts without limits. */
export interface ShapeService {
  readonly shape: DeploymentShape
  readonly url: string
  /** The process that serves the API. */
  readonly api: MeasuredProcess
  /** Its processes, the stores' and those of their proxies. */
  readonly processes: readonly MeasuredProcess[]
  readonly keys: readonly string[]
  /** Projection lag, in milliseconds; undefined if the process could not collect it in time. */
  lagMs(): Promise<number | undefined>
  stop(): Promise<void>
}

interface ShapeOptions {
  readonly shape: DeploymentShape
  readonly dnsPort: number
  readonly accountCount: number
  /** Of shapes 2 and 3. */
  readonly mongo?: StoreServer | undefined
  /** Of shape 3. */
  readonly kurrentdb?: StoreServer | undefined
  /** Additional Node options for the process that serves the API. */
  readonly nodeOptions: readonly string[]
  /** Additional Node options for the worker. */
  readonly workerNodeOptions: readonly string[]
}

const STORES = { 1: 'lmdb', 2: 'mongodb', 3: 'kurrentdb' } as const

/** Starts the built service: one process, or one api and one worker process. */
export async function startMeasuredShape(options: ShapeOptions): Promise<ShapeService> {
  const { shape, dnsPort, accountCount, mongo, kurrentdb, nodeOptions, workerNodeOptions } = options
  const metricsPort = await freePort()
  // The lag is a metric of the process that runs the projections.
  const env = { METRICS_PORT: String(metricsPort) }
  const service = await start({
    where: 'cluster',
    program: BUILT,
    shape: STORES[shape],
    servers: { mongo: mongo?.url, ...(kurrentdb && { kurrentdb: kurrentdbAt(kurrentdb.url) }) },
    env: measuredSettings(dnsPort),
    processes: mongo
      ? [
          { role: 'worker', env, nodeOptions: workerNodeOptions },
          { role: 'api', nodeOptions },
        ]
      : [{ role: 'all', env, nodeOptions }],
  })
  const accounts = await service.accounts(accountCount)
  const { request, close } = client(`http://127.0.0.1:${metricsPort}`)
  const measured = service.processes
    .toReversed()
    .map(({ role, pid }) => ({ name: role === 'worker' ? 'worker' : 'api', pid }))
  return {
    shape,
    url: service.url,
    api: measured[0]!,
    processes: [...measured, ...(mongo?.processes ?? []), ...(kurrentdb?.processes ?? [])],
    keys: accounts.map(({ key }) => key),
    async lagMs() {
      const { text } = await request('GET', '/metrics')
      const { samples } = parseMetrics(text).get('mailproof_projection_lag_seconds')!
      return samples.length === 0 ? undefined : Math.max(...samples.map(({ value }) => value)) * 1_000
    },
    async stop() {
      close()
      await service.stop()
    },
  }
}
