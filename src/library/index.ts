// Library mode: verifies addresses in the caller's process.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { createCachingResolver } from '../adapters/dns/cachingResolver.js'
import { createResolver } from '../adapters/dns/resolver.js'
import { createVerdictEngine } from '../features/verification/engine/create.js'
import { isComplete } from '../features/verification/engine/engine.js'
import { type Facts, withFacts } from '../features/verification/engine/facts.js'
import { mailboxFacts, mailboxQuestion, notAsked } from '../features/verification/engine/mailboxFacts.js'
import { systemClock } from '../kernel/clock.js'
import { parseServer, systemServers } from '../kernel/net/serverAddress.js'
import type { Mailboxes } from '../kernel/ports/mailboxes.js'
import { LONGEST_TIMER_MS } from '../kernel/time.js'
import type { MailboxOptions, Verdict, Verifier, VerifierOptions, VerifyManyOptions, VerifyOptions } from './types.js'
import { verdictOf } from './verdict.js'

export type {
  Decision,
  MailboxOptions,
  MailboxVerdict,
  ReasonCode,
  Verdict,
  VerdictReason,
  VerdictStatus,
  Verifier,
  VerifierOptions,
  VerifyManyOptions,
  VerifyOptions,
} from './types.js'

const DNS_TIMEOUT_MS = 2_000
const MAX_CACHED_DOMAINS = 20_000
/** Answers per domain: MX, and A and AAAA of its targets. */
const ANSWERS_PER_DOMAIN = 3
const CONCURRENCY = 100
const MAILBOX_WAIT_MS = 30_000
/** Budgets are per caller of a service; the library has one. */
const ACCOUNT = 'library'

/**
 * Verifies addresses in this process: the engine, the resolver and the lists of the service, without a server and
 * without storing anything.
 * @throws TypeError for an invalid option
 */
export function createVerifier(options: VerifierOptions = {}): Verifier {
  const { dnsTimeoutMs = DNS_TIMEOUT_MS, maxCachedDomains = MAX_CACHED_DOMAINS } = options
  requirePositive({ dnsTimeoutMs, maxCachedDomains })
  if (options.mailboxes) requireAsker(options.mailboxes)
  const timeoutMs = Math.min(dnsTimeoutMs, LONGEST_TIMER_MS / 2)
  const dns = { servers: serversOf(options.dnsServers), timeoutMs }
  const resolver = createCachingResolver(createResolver(dns), {
    maxEntries: ANSWERS_PER_DOMAIN * maxCachedDomains,
    clock: systemClock,
  })
  const engine = createVerdictEngine({
    resolver,
    clock: systemClock,
    // The MX lookup and then the lookups of its targets.
    budgetMs: 2 * timeoutMs,
    maxRoutes: maxCachedDomains,
  })

  let opened: Promise<Mailboxes> | undefined

  function openServers(): Promise<Mailboxes> {
    const { mailboxes: asker } = options
    if (!asker) throw new TypeError('mailbox: createVerifier was not told who asks; set its option `mailboxes`.')
    opened ??= import('./mailboxes.js').then(({ openMailboxes }) => openMailboxes(asker, { dns, resolver }))
    return opened
  }

  async function withServer(facts: Facts, waitMs: number): Promise<Facts> {
    const mailboxes = await openServers()
    const question = mailboxQuestion(facts, ACCOUNT)
    const said = question && mailboxFacts(await mailboxes.check(question, waitMs), systemClock.now())
    return withFacts(facts, { mailbox: said ?? notAsked(facts, systemClock.now()) })
  }

  async function verify(
    address: string,
    { mailbox = false, mailboxWaitMs = MAILBOX_WAIT_MS }: VerifyOptions = {},
  ): Promise<Verdict> {
    if (typeof address !== 'string') throw new TypeError(`An address must be a string, not ${typeof address}.`)
    const gathered = engine.gather(address)
    const facts = isComplete(gathered) ? gathered : await gathered.queryDns()
    return verdictOf(
      mailbox ? await withServer(facts, Math.min(mailboxWaitMs, LONGEST_TIMER_MS)) : facts,
      systemClock.now(),
    )
  }

  async function* verifyMany(
    addresses: Iterable<string> | AsyncIterable<string>,
    { concurrency = CONCURRENCY, ...each }: VerifyManyOptions = {},
  ): AsyncGenerator<Verdict, undefined> {
    requirePositive({ concurrency })
    const verdicts: Promise<Verdict>[] = []
    for await (const address of addresses) {
      const verdict = verify(address, each)
      // Errors surface in input order; if the caller stops earlier, they are dropped.
      verdict.catch(() => {})
      verdicts.push(verdict)
      if (verdicts.length >= concurrency) yield await verdicts.shift()!
    }
    for (const verdict of verdicts) yield await verdict
  }

  async function close(): Promise<void> {
    await (await opened?.catch(() => undefined))?.close()
    await resolver.close()
  }

  return { verify, verifyMany, close }
}

function serversOf(texts: readonly string[] | undefined) {
  if (!texts || texts.length === 0) return systemServers()
  return texts.map((text) => {
    const server = parseServer(text)
    if (server) return server
    throw new TypeError(`dnsServers: ${JSON.stringify(text)} is not an IP address with an optional port.`)
  })
}

function requireAsker({ allowedSubnets = [], sourceAddresses = [], port = 25 }: MailboxOptions): void {
  const subnet = allowedSubnets.find((text) => !ipaddr.isValidCIDR(text))
  if (subnet !== undefined)
    throw new TypeError(
      `mailboxes.allowedSubnets: ${JSON.stringify(subnet)} is not a subnet in CIDR notation, such as 10.1.0.0/16.`,
    )
  const address = sourceAddresses.find((text) => isIP(text) === 0)
  if (address !== undefined)
    throw new TypeError(`mailboxes.sourceAddresses: ${JSON.stringify(address)} is not an IP address.`)
  if (!Number.isSafeInteger(port) || port < 1 || port > 65_535)
    throw new TypeError('mailboxes.port must be from 1 to 65535.')
}

function requirePositive(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`${name} must be a positive whole number.`)
  }
}
