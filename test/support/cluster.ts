import { randomBytes } from 'node:crypto'
import type { MadeAccount } from '../../scripts/soak/accounts.js'
import { BUILT, type ServiceProcess, startServiceProcess } from '../../scripts/soak/serviceProcess.js'
import { type Answer, client, type RequestOptions } from './client.js'
import type { DnsServer } from './dnsServer.js'
import { testDatabase } from './mongo/database.js'
import { buildProgram, type Settings } from './program.js'
import { tempDirectory } from './tempDirectory.js'

export interface Member extends ServiceProcess {
  ask(method: string, path: string, account: Pick<MadeAccount, 'key'>, options?: RequestOptions): Promise<Answer>
}

/** Processes of one machine that share a log in a directory, and a MongoDB for the rest. */
export interface Cluster {
  readonly directory: string
  /** What they share, also with the operator's commands. */
  readonly settings: Settings
  readonly apis: readonly [Member, Member]
  readonly workers: readonly [Member, Member]
  /** Ends them, and deletes what they kept. */
  dispose(): Promise<void>
}

/** Starts two that answer and two that work. */
export async function startCluster(mongo: string, dns: DnsServer, more: Settings = {}): Promise<Cluster> {
  await buildProgram()
  const database = testDatabase(mongo)
  const { path: directory, remove } = tempDirectory()
  const settings = {
    DATA_DIR: directory,
    MONGODB_URL: database.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    // No name is to be late on a busy machine.
    DNS_TIMEOUT_MS: '20000',
    LOG_LEVEL: 'error',
    ...more,
  }
  const clients: ReturnType<typeof client>[] = []
  async function start(role: 'api' | 'worker'): Promise<Member> {
    const service = await startServiceProcess({ program: BUILT, env: { ...settings, ROLE: role } })
    const http = client(service.url)
    clients.push(http)
    return { ...service, ask: (method, path, { key }, options) => http.request(method, path, { key, ...options }) }
  }
  const [first, second, ...apis] = await Promise.all([start('worker'), start('worker'), start('api'), start('api')])
  const workers: Cluster['workers'] = [first, second]
  return {
    directory,
    settings,
    apis,
    workers,
    async dispose() {
      for (const http of clients) http.close()
      await Promise.all([...apis, ...workers].map((member) => member.kill()))
      await database.drop()
      remove()
    },
  }
}
