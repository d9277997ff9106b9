// The checks of mailboxes among mail servers of a test, and a DNS that leads to them.
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.js'
import { createMailboxes, type MailboxesOptions } from '../../src/adapters/smtp/mailboxes.js'
import { createMemory } from '../../src/adapters/smtp/memory.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { MailboxAnswer, Mailboxes, MailboxQuestion } from '../../src/kernel/ports/mailboxes.js'
import type { DnsAnswer } from '../../src/kernel/ports/resolver.js'

/** IPv4 addresses of exchanges by name. A name that is not there does not exist. */
export type Hosts = { readonly [exchange: string]: readonly string[] }

export interface MailWorld {
  readonly mailboxes: Mailboxes
  /** Asks about an address whose domain has these exchanges; default: mx.<domain>. */
  ask(address: string, options?: Partial<MailboxQuestion> & { readonly waitMs?: number }): Promise<MailboxAnswer>
  close(): Promise<void>
}

/** Both families are good. */
const GOOD_TEST: MailboxesOptions['test'] = async () => ({ at: 0, families: [4, 6], findings: [] })

const WAIT_MS = 20_000

/** @param hosts default: every name leads to 127.0.0.1 */
export function openMailWorld(
  port: number,
  { hosts, ...options }: Partial<MailboxesOptions> & { readonly hosts?: Hosts } = {},
): MailWorld {
  const addressesOf = (name: string, family: 4 | 6): DnsAnswer<string> => {
    const all = hosts ? hosts[name] : ['127.0.0.1']
    if (!all) return { outcome: 'no_name', ttl: 60 }
    const records = all.filter((address) => address.includes(':') === (family === 6))
    return records.length > 0 ? { outcome: 'found', records, ttl: 60 } : { outcome: 'no_data', ttl: 60 }
  }
  const mailboxes = createMailboxes({
    identity: { ehloName: 'probe.example', sender: '', port, sources: [], proxy: undefined },
    resolver: { a: async (name) => addressesOf(name, 4), aaaa: async (name) => addressesOf(name, 6) },
    allowedSubnets: ['127.0.0.0/8', '::1/128'],
    limits: { connections: 10, connectionsPerMinute: 10_000, recipientsPerMinute: 10_000 },
    limiter: createMemoryLimiter({ clock: systemClock, maxWindows: 1_000 }),
    memory: createMemory((text) => text),
    test: GOOD_TEST,
    clock: systemClock,
    ...options,
  })
  return {
    mailboxes,
    ask(address, { waitMs = WAIT_MS, ...question } = {}) {
      const at = address.lastIndexOf('@')
      const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
      return mailboxes.check(
        { local, canonical: address, domain, exchanges: [`mx.${domain}`], account: 'ada', ...question },
        waitMs,
      )
    },
    close: () => mailboxes.close(),
  }
}
