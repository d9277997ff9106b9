import { randomBytes } from 'node:crypto'
import { client } from '../../test/support/client.js'
import { parseMetrics } from '../../test/support/metricsText.js'
import { testDatabase } from '../../test/support/mongo/database.js'
import { makeAccounts } from '../soak/accounts.js'
import { BUILT, type ServiceProcess, startServiceProcess } from '../soak/serviceProcess.js'
import { onFirstCore, onOtherCores } from './cores.js'
import { cpuTime } from './cpuTime.js'
import { freePort } from './freePort.js'

/** A service in one deployment shape, with accounts without limits. */
export interface MeasuredShape {
  readonly name: string
  /** Process id of the API process, which has the first core. */
  readonly url: string
  readonly pid: number
  readonly keys: readonly string[]
  /** CPU used by all of its processes and stores, in microseconds. */
  cpu(): number
  /** Lag of the read models, in milliseconds. */
  lagMs(): Promise<number>
  stop(): Promise<void>
}

/** Stores shared by the processes of a service. */
export interface SharedStores {
  readonly mongo: { readonly url: string; readonly pid?: number }
  readonly kurrentdb?: { readonly url: string; readonly pid?: number }
}

interface Start {
  readonly name: string
  readonly directory: string
  readonly dnsPort: number
  readonly accounts: number
  /** Without them the service is embedded. */
  readonly stores?: SharedStores
}

/** Starts the built service: one process, or one api and one worker process. */
export async function startMeasured({ name, directory, dnsPort, accounts, stores }: Start): Promise<MeasuredShape> {
  const database = stores && testDatabase(stores.mongo.url)
  const metrics = await freePort()
  const settings = {
    DATA_DIR: directory,
    DNS_SERVERS: `127.0.0.1:${dnsPort}`,
    ACCOUNT_CREATIONS_PER_HOUR: '1000',
    ANONYMOUS_REQUESTS_PER_MINUTE: '10000000',
    WRITES_PER_MINUTE: '1000000',
    WRITES_PER_DAY: '1000000',
    NODE_ENV: 'production',
    ...(database && { MONGODB_URL: database.url, SECRET_KEY: randomBytes(32).toString('base64') }),
    ...(stores?.kurrentdb && { KURRENTDB_URL: stores.kurrentdb.url }),
  }
  const start = (env: Readonly<Record<string, string>>, under: readonly string[]): Promise<ServiceProcess> =>
    startServiceProcess({ program: BUILT, env: { ...settings, ...env }, under })
  // The process that runs the projections reports the lag.
  const told = { METRICS_PORT: String(metrics) }
  const worker = stores && (await start({ ROLE: 'worker', ...told }, onOtherCores))
  const api = await start(stores ? { ROLE: 'api' } : told, onFirstCore)
  const made = await makeAccounts(api.url, settings, accounts)
  const { request, close } = client(`http://127.0.0.1:${metrics}`)
  const pids = [api.pid, worker?.pid, stores?.mongo.pid, stores?.kurrentdb?.pid]
  return {
    name,
    url: api.url,
    pid: api.pid,
    keys: made.map(({ key }) => key),
    cpu: () => pids.reduce<number>((sum, pid) => sum + (pid === undefined ? 0 : cpuTime(pid)), 0),
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
