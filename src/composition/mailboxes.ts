// Opens the checks of mailboxes where the operator has switched them on; their code is loaded only then.
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
  /** Limits hold for all processes; undefined: for this one. */
  readonly sharing?: Omit<SharingOptions, 'holder' | 'idOf'> & { readonly deriveKey: DeriveKey }
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
  { resolver, limiter, memory, sharing, clock, instrument }: MailboxDependencies,
  closing: Resources,
): Promise<{ readonly mailboxes: Mailboxes; readonly families: readonly Family[] } | undefined> {
  if (config.MAILBOX_CHECKS === 'off') return undefined
  const { onAnswer, families } = instrument()
  const { createMailboxes } = await import('../adapters/smtp/mailboxes.js')
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
    ...(sharing && { sharing: sharingOf(sharing) }),
    test: (signal) => testInstallation(config, config.MAILBOX_EHLO_NAME!, clock, signal),
    clock,
    onAnswer,
  })
  closing.add(() => mailboxes.close())
  return { mailboxes, families: families(mailboxes) }
}

function sharingOf({ deriveKey, ...sharing }: NonNullable<MailboxDependencies['sharing']>): SharingOptions {
  const hmac = createHmacSha256(deriveKey('mailbox gates'))
  return {
    ...sharing,
    holder: newId(),
    idOf: (text) => Buffer.from(hmac(text, 'binary').slice(0, HASH_BYTES), 'latin1').toString('base64url'),
  }
}

/** Enough to tell any number of them apart. */
const HASH_BYTES = 15

/** Tests whether mail servers answer this installation. Opens no store. */
export async function testInstallation(
  config: Config,
  ehloName: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<SelfTest> {
  const { DNS_SERVERS: servers, DNS_TIMEOUT_MS: timeoutMs, MAILBOX_ALLOWED_SUBNETS: allowedSubnets = [] } = config
  const { testInstallation: test } = await import('../adapters/smtp/selftest/testInstallation.js')
  return await test({ dns: { servers, timeoutMs }, route: routeOf(config), ehloName, allowedSubnets }, clock, signal)
}

/** The checks without a service: what is known is kept in memory. Undefined while MAILBOX_CHECKS is off. */
export async function openMailboxesAlone(
  config: Config,
  { resolver, clock }: Pick<MailboxDependencies, 'resolver' | 'clock'>,
  closing: Resources,
): Promise<Mailboxes | undefined> {
  if (config.MAILBOX_CHECKS === 'off') return undefined
  const [{ createMemory }, { createMemoryLimiter }] = await Promise.all([
    import('../adapters/smtp/memory.js'),
    import('../adapters/limiter/memory.js'),
  ])
  const memory = createMemory((text) => text)
  const instrument = () => ({ onAnswer: () => undefined, families: () => [] })
  const opened = await openMailboxes(
    config,
    { resolver, limiter: createMemoryLimiter({ clock }), memory, clock, instrument },
    closing,
  )
  return opened?.mailboxes
}
