import { type Answer, client, type RequestOptions } from '../../test/support/client.js'
import type { DnsServer } from '../../test/support/dnsServer.js'
import { type Ended, type Program, type Settings, startProgram } from '../../test/support/program.js'
import type { MadeAccount } from './accounts.js'

/** A service that may be killed and started again on the same data. */
export interface Victim {
  readonly directory: string
  readonly settings: Settings
  /** The present process. */
  program: Program
  ask(method: string, path: string, account: MadeAccount, options?: RequestOptions): Promise<Answer>
  start(): Promise<void>
  end(signal: NodeJS.Signals): Promise<Ended | undefined>
}

export function createVictim(directory: string, dns: DnsServer): Victim {
  const settings = {
    PORT: '0',
    DATA_DIR: directory,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    // A generous timeout, so that only the listed names are unknown, even on a busy machine.
    DNS_TIMEOUT_MS: '20000',
    LOG_LEVEL: 'warn',
  }
  let http: ReturnType<typeof client> | undefined
  const victim: Victim = {
    directory,
    settings,
    program: undefined as unknown as Program,
    ask: (method, path, { key }, options) => http!.request(method, path, { key, ...options }),
    async start() {
      victim.program = await startProgram(settings)
      http = client(victim.program.url)
    },
    async end(signal) {
      http?.close()
      return victim.program?.end(signal)
    },
  }
  return victim
}
