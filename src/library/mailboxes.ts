// Asks mail servers from the caller's process. Loaded with the first question only.
import { createMemoryLimiter } from '../adapters/limiter/memory.js'
import { createMailboxes } from '../adapters/smtp/mailboxes.js'
import { createMemory } from '../adapters/smtp/memory.js'
import { testInstallation } from '../adapters/smtp/selftest/testInstallation.js'
import { systemClock as clock } from '../kernel/clock.js'
import type { Mailboxes } from '../kernel/ports/mailboxes.js'
import type { Resolver } from '../kernel/ports/resolver.js'
import type { MailboxOptions } from './types.js'

type Dns = Parameters<typeof testInstallation>[0]['dns']

const SMTP_PORT = 25

/** Tests first whether mail servers answer this machine. */
export function openMailboxes(options: MailboxOptions, { dns, resolver }: { dns: Dns; resolver: Resolver }): Mailboxes {
  const { ehloName, mailFrom = '', sourceAddresses = [], port = SMTP_PORT, allowedSubnets = [] } = options
  const route = { port, sources: sourceAddresses, proxy: undefined }
  return createMailboxes({
    identity: { ...route, ehloName, sender: mailFrom },
    resolver,
    allowedSubnets,
    limiter: createMemoryLimiter({ clock }),
    memory: createMemory((text) => text),
    test: (signal) => testInstallation({ dns, route, ehloName, allowedSubnets }, clock, signal),
    clock,
  })
}
