import { randomBytes } from 'node:crypto'
import { client } from '../../../testbed/callers/client.js'
import { freePort } from '../../../testbed/freePort.js'
import { makeAccounts } from '../../../testbed/service/accounts.js'
import { parseMetrics } from '../../../testbed/service/metricsText.js'
import { BUILT, type ServiceProcess, startServiceProcess } from '../../../testbed/service/serviceProcess.js'
import { testDatabase } from '../../../testbed/stores/mongo/database.js'
import { unlimitedSettings } from './service.js'
import type { MeasuredProcess, StoreServer } from './storeServers.js'

export const SHAPES = { 1: '1 embedded', 2: '2 log in LMDB, MongoDB', 3: '3 KurrentDB, MongoDB' } as const
export type Shape = keyof typeof SHAPES

/** A service in one deployment shape, with accounts without limits. */
export interface ShapeService {
  readonly shape: Shape
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
  readonly shape: Shape
  readonly directory: string
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

/** Starts the built service: one process, or one api and one worker process. */
export async function startShape(options: ShapeOptions): Promise<ShapeService> {
  const { shape, directory, dnsPort, accountCount, mongo, kurrentdb, nodeOptions, workerNodeOptions } = options
  const database = mongo && testDatabase(mongo.url)
  const metricsPort = await freePort()
  const settings = {
    ...unlimitedSettings(directory, dnsPort),
    ...(database && { MONGODB_URL: database.url, SECRET_KEY: randomBytes(32).toString('base64') }),
    ...(kurrentdb && {
      KURRENTDB_URL: kurrentdb.url,
      KURRENTDB_STREAM_PREFIX: `bench${randomBytes(8).toString('hex')}_`,
    }),
  }
  const start = (env: Readonly<Record<string, string>>, options: readonly string[] = []): Promise<ServiceProcess> =>
    startServiceProcess({ program: [...options, ...BUILT], env: { ...settings, ...env } })
  // The lag is a metric of the process that runs the projections.
  const metrics = { METRICS_PORT: String(metricsPort) }
  const worker = mongo && (await start({ ROLE: 'worker', ...metrics }, workerNodeOptions))
  const api = await start(mongo ? { ROLE: 'api' } : metrics, nodeOptions)
  const accounts = await makeAccounts(api.url, settings, accountCount)
  const { request, close } = client(`http://127.0.0.1:${metricsPort}`)
  const measured = { name: 'api', pid: api.pid }
  return {
    shape,
    url: api.url,
    api: measured,
    processes: [
      measured,
      ...(worker ? [{ name: 'worker', pid: worker.pid }] : []),
      ...(mongo?.processes ?? []),
      ...(kurrentdb?.processes ?? []),
    ],
    keys: accounts.map(({ key }) => key),
    async lagMs() {
      const { text } = await request('GET', '/metrics')
      const { samples } = parseMetrics(text).get('mailproof_projection_lag_seconds')!
      return samples.length === 0 ? undefined : Math.max(...samples.map(({ value }) => value)) * 1_000
    },
    async stop() {
      close()
      await api.stop()
      await worker?.stop()
      await database?.drop()
    },
  }
}
