import { type Answer, client, type RequestOptions } from '../callers/client.js'
import type { DnsServer } from '../dns/server.js'
import type { MadeAccount } from './accounts.js'
import { type Ended, type Program, type Settings, startProgram } from './program.js'

/** A service that can be killed and started again with the same data. */
export interface KillableService {
  readonly directory: string
  readonly settings: Settings
  /** The current process. */
  program: Program
  ask(method: string, path: string, account: MadeAccount, options?: RequestOptions): Promise<Answer>
  start(): Promise<void>
  end(signal: NodeJS.Signals): Promise<Ended | undefined>
}

export function createKillableService(directory: string, dns: DnsServer): KillableService {
  const settings = {
    PORT: '0',
    DATA_DIR: directory,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    // A generous timeout, so that only the listed names are unknown, even on a busy machine.
    DNS_TIMEOUT_MS: '60000',
    LOG_LEVEL: 'warn',
  }
  let http: ReturnType<typeof client> | undefined
  const service: KillableService = {
    directory,
    settings,
    program: undefined as unknown as Program,
    ask: (method, path, { key }, options) => http!.request(method, path, { key, ...options }),
    async start() {
      service.program = await startProgram(settings)
      http = client(service.program.url)
    },
    async end(signal) {
      http?.close()
      return service.program?.end(signal)
    },
  }
  return service
}
