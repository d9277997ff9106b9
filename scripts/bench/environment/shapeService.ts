import { randomBytes } from 'node:crypto'
import { client } from '../../../test/support/client.js'
import { parseMetrics } from '../../../test/support/metricsText.js'
import { testDatabase } from '../../../test/support/mongo/database.js'
import { makeAccounts } from '../../soak/accounts.js'
import { BUILT, type ServiceProcess, startServiceProcess } from '../../soak/serviceProcess.js'
import { freePort } from '../../support/freePort.js'
import { onFirstCore, onOtherCores } from './cpuPinning.js'
import { cpuTimeUs } from './procfs.js'
import { unlimitedSettings } from './service.js'

/** A service in one deployment shape, with accounts without limits. */
export interface ShapeService {
  readonly name: string
  readonly url: string
  /** Process id of the process that serves the API, on the first core. */
  readonly pid: number
  readonly keys: readonly string[]
  /** CPU time of all its processes and stores so far, in microseconds. */
  totalCpuUs(): number
  /** Projection lag, in milliseconds. */
  lagMs(): Promise<number>
  stop(): Promise<void>
}

/** Stores that the processes of a service share. */
export interface SharedStores {
  readonly mongo: { readonly url: string; readonly pid?: number }
  readonly kurrentdb?: { readonly url: string; readonly pid?: number }
}

interface ShapeOptions {
  readonly name: string
  readonly directory: string
  readonly dnsPort: number
  readonly accountCount: number
  /** Without them the service is embedded. */
  readonly stores?: SharedStores
}

/** Starts the built service: one process, or one api and one worker process. */
export async function startShape(options: ShapeOptions): Promise<ShapeService> {
  const { name, directory, dnsPort, accountCount, stores } = options
  const database = stores && testDatabase(stores.mongo.url)
  const metricsPort = await freePort()
  const settings = {
    ...unlimitedSettings(directory, dnsPort),
    ...(database && { MONGODB_URL: database.url, SECRET_KEY: randomBytes(32).toString('base64') }),
    ...(stores?.kurrentdb && { KURRENTDB_URL: stores.kurrentdb.url }),
  }
  const start = (env: Readonly<Record<string, string>>, commandPrefix: readonly string[]): Promise<ServiceProcess> =>
    startServiceProcess({ program: BUILT, env: { ...settings, ...env }, commandPrefix })
  // The lag is a metric of the process that runs the projections.
  const metrics = { METRICS_PORT: String(metricsPort) }
  const worker = stores && (await start({ ROLE: 'worker', ...metrics }, onOtherCores))
  const api = await start(stores ? { ROLE: 'api' } : metrics, onFirstCore)
  const accounts = await makeAccounts(api.url, settings, accountCount)
  const { request, close } = client(`http://127.0.0.1:${metricsPort}`)
  const pids = [api.pid, worker?.pid, stores?.mongo.pid, stores?.kurrentdb?.pid].filter((pid) => pid !== undefined)
  return {
    name,
    url: api.url,
    pid: api.pid,
    keys: accounts.map(({ key }) => key),
    totalCpuUs: () => pids.reduce((sum, pid) => sum + cpuTimeUs(pid), 0),
    async lagMs() {
      const { text } = await request('GET', '/metrics')
      const { samples } = parseMetrics(text).get('mailproof_projection_lag_seconds')!
      return Math.max(...samples.map(({ value }) => value)) * 1_000
    },
    async stop() {
      close()
      await api.stop()
      await worker?.stop()
      await database?.drop()
    },
  }
}
