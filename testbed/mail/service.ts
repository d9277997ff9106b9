// A service whose operator has switched the checks of mailboxes on, and the mail server that it asks.
import type { Zone } from '../dns/server.js'
import type { InProcessService } from '../service/inProcess.js'
import type { Settings } from '../service/settings.js'
import { type InProcessOptions, start } from '../service/start.js'
import { type MailServer, startMailServer } from './server.js'
import { startSocksProxy } from './socksProxy.js'

/** Public, as a mail exchange must be, and each in a network of its own. Nothing connects to it: the proxy leads to loopback. */
const addressAt = (at: number): string => `93.184.${at}.14`

/** Each domain has an exchange of its own, so that the limits of one operator do not count for others; and what the self-test looks up. */
export const zoneOf = (domains: readonly string[]): Zone => ({
  ...Object.fromEntries(
    [...domains, 'gmail.com', 'outlook.com'].flatMap((domain, at) => [
      [domain, { MX: [[5, `mx.${domain}`]] }] as const,
      [`mx.${domain}`, { A: [addressAt(at)] }] as const,
    ]),
  ),
  'probe.mailproof.net': { A: [addressAt(255)] },
})

export interface MailService {
  readonly server: MailServer
  /** Settings of whatever else is to ask the same server. */
  readonly settings: Settings
  /** Starts a service; another one later has the same server. */
  serve(options?: InProcessOptions): Promise<InProcessService>
  close(): Promise<void>
}

/** @param domains whose mail the server takes */
export async function openMailService(domains: readonly string[]): Promise<MailService> {
  const server = await startMailServer()
  const proxy = await startSocksProxy(undefined, () => server.address)
  const services: InProcessService[] = []
  const settings = {
    MAILBOX_CHECKS: 'on',
    MAILBOX_EHLO_NAME: 'probe.mailproof.net',
    MAILBOX_PORT: String(server.port),
    MAILBOX_PROXY: `socks5://${proxy.host}:${proxy.port}`,
    MAILBOX_RECIPIENTS_PER_MINUTE: '10000',
  }
  return {
    server,
    settings,
    async serve({ env, ...options } = {}) {
      const service = await start({ zone: zoneOf(domains), ...options, env: { ...settings, ...env } })
      services.push(service)
      return service
    },
    async close() {
      for (const service of services) await service.stop()
      await proxy.close()
      await server.close()
    },
  }
}
