// Opens the checks of mailboxes where the operator has switched them on; their code is loaded only then.
import { createResolver } from '../adapters/dns/resolver.js'
import type { SharingOptions } from '../adapters/smtp/mailboxes.js'
import type { Config } from '../config.js'
import type { Clock } from '../kernel/clock.js'
import { createHmacSha256 } from '../kernel/crypto/hmac.js'
import type { DeriveKey } from '../kernel/crypto/keyDerivation.js'
import { newId } from '../kernel/ids.js'
import { mailboxChecks } from '../kernel/limits.js'
import type { Family } from '../kernel/metrics.js'
import type { Limiter } from '../kernel/ports/limiter.js'
import type { MailboxAnswer, Mailboxes, SelfTest } from '../kernel/ports/mailboxes.js'
import type { MailboxMemory } from '../kernel/ports/mailboxMemory.js'
import type { Resolver } from '../kernel/ports/resolver.js'
import type { Resources } from '../kernel/resources.js'

interface MailboxDependencies {
  readonly resolver: Resolver
  readonly limiter: Limiter
  readonly memory: MailboxMemory
  readonly sharing: Omit<SharingOptions, 'holder' | 'idOf'>
  readonly deriveKey: DeriveKey
  readonly clock: Clock
  readonly instrument: () => {
    readonly onAnswer: (answer: MailboxAnswer, durationMs: number) => void
    readonly families: (mailboxes: Mailboxes) => readonly Family[]
  }
}

const routeOf = ({ MAILBOX_PORT, MAILBOX_SOURCE_ADDRESS, MAILBOX_PROXY }: Config) => ({
  port: MAILBOX_PORT,
  sources: MAILBOX_SOURCE_ADDRESS ?? [],
  proxy: MAILBOX_PROXY,
})

/** Undefined while MAILBOX_CHECKS is off. */
export async function openMailboxes(
  config: Config,
  { resolver, limiter, memory, sharing, deriveKey, clock, instrument }: MailboxDependencies,
  closing: Resources,
): Promise<{ readonly mailboxes: Mailboxes; readonly families: readonly Family[] } | undefined> {
  if (config.MAILBOX_CHECKS === 'off') return undefined
  const { onAnswer, families } = instrument()
  const { createMailboxes } = await import('../adapters/smtp/mailboxes.js')
  const hmac = createHmacSha256(deriveKey('mailbox gates'))
  const mailboxes = createMailboxes({
    identity: { ...routeOf(config), ehloName: config.MAILBOX_EHLO_NAME!, sender: config.MAILBOX_MAIL_FROM ?? '' },
    resolver,
    allowedSubnets: config.MAILBOX_ALLOWED_SUBNETS ?? [],
    limits: {
      connections: config.MAILBOX_CONNECTIONS,
      connectionsPerMinute: mailboxChecks.operator.connectionsPerMinute,
      recipientsPerMinute: config.MAILBOX_RECIPIENTS_PER_MINUTE,
    },
    perDay: { account: config.MAILBOX_ACCOUNT_CHECKS_PER_DAY, installation: config.MAILBOX_CHECKS_PER_DAY },
    limiter,
    memory,
    sharing: {
      ...sharing,
      holder: newId(),
      idOf: (text) => Buffer.from(hmac(text, 'binary').slice(0, HASH_BYTES), 'latin1').toString('base64url'),
    },
    test: (signal) => testInstallation(config, config.MAILBOX_EHLO_NAME!, clock, signal),
    clock,
    onAnswer,
  })
  closing.add(() => mailboxes.close())
  return { mailboxes, families: families(mailboxes) }
}

/** Enough to tell any number of them apart. */
const HASH_BYTES = 15

/** Tests whether mail servers answer this installation, with DNS answers that no cache holds. Opens no store. */
export async function testInstallation(
  config: Config,
  ehloName: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<SelfTest> {
  const { DNS_SERVERS, DNS_TIMEOUT_MS, MAILBOX_ALLOWED_SUBNETS = [] } = config
  const [{ runSelfTest, TESTED_DOMAINS }, { createAddressFilter }] = await Promise.all([
    import('../adapters/smtp/selftest/selfTest.js'),
    import('../adapters/outbound/addressFilter.js'),
  ])
  const problemOf = createAddressFilter(MAILBOX_ALLOWED_SUBNETS)
  const resolver = createResolver({ servers: DNS_SERVERS, timeoutMs: DNS_TIMEOUT_MS })
  try {
    const isForbidden = (address: string) => problemOf(address) !== undefined
    const options = { resolver, route: routeOf(config), ehloName, isForbidden, domains: TESTED_DOMAINS, clock }
    return await runSelfTest(options, signal)
  } finally {
    await resolver.close()
  }
}
