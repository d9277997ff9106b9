// Tests whether this installation is one that mail servers answer, and says what to do if it is not.
import { setMaxListeners } from 'node:events'
import type { Clock } from '../../../kernel/clock.js'
import { byPreference } from '../../../kernel/net/mxPreference.js'
import { isPublicAddress } from '../../../kernel/net/publicAddress.js'
import type { SelfTest, SelfTestFinding } from '../../../kernel/ports/mailboxes.js'
import type { Resolver, ReverseResolver } from '../../../kernel/ports/resolver.js'
import { familyOf } from '../transport/addresses.js'
import type { Route } from '../transport/connect.js'
import { BLOCK_LISTS, listingOf } from './blockLists.js'
import { type Contact, contactServer } from './contact.js'
import { reverseName } from './reverseName.js'

export interface SelfTestOptions {
  readonly resolver: Resolver & ReverseResolver
  readonly route: Route
  readonly ehloName: string
  readonly isForbidden: (address: string) => boolean
  /** Domains whose mail servers are greeted, one after the other until one answers. */
  readonly domains: readonly string[]
  readonly clock: Clock
}

/** Large, and known to answer anybody; to greet them costs them nothing. */
export const TESTED_DOMAINS: readonly string[] = ['gmail.com', 'outlook.com']

type Family = 4 | 6
type Finding = Omit<SelfTestFinding, 'family'>

/** Exchanges that are greeted per domain and family. */
const MAX_EXCHANGES = 2
/** Names of one address that are looked up. */
const MAX_NAMES = 5

/** Never rejects: what cannot be tested is `unknown`. */
export async function runSelfTest(options: SelfTestOptions, signal: AbortSignal): Promise<SelfTest> {
  // Each look-up and each connection listens.
  setMaxListeners(0, signal)
  const families: readonly Family[] = options.route.sources.length > 0 ? options.route.sources.map(familyOf) : [4, 6]
  const findings = await Promise.all(families.map((family) => testFamily(family, options, signal)))
  const usable = families.filter((_, at) => {
    const found = findings[at]!
    return hasPort(found) && !found.some(({ outcome }) => outcome === 'failed')
  })
  // A machine without IPv6 is complete.
  const shown = families.filter((family, at) => family === 4 || families.length === 1 || hasPort(findings[at]!))
  return {
    at: options.clock.now(),
    families: usable,
    findings: shown.flatMap((family) =>
      findings[families.indexOf(family)]!.map((finding): SelfTestFinding => ({ ...finding, family })),
    ),
  }
}

const hasPort = (findings: readonly Finding[]): boolean =>
  findings.some(({ part, outcome }) => part === 'port' && outcome === 'ok')

async function testFamily(family: Family, options: SelfTestOptions, signal: AbortSignal): Promise<readonly Finding[]> {
  const { contact, tried } = await contactAny(family, options, signal)
  if (!contact) return [portClosed(family, options.route.port, tried)]
  const port: Finding = { part: 'port', outcome: 'ok', message: `Mail servers answer at port ${options.route.port}.` }
  const tls: Finding = contact.secure
    ? { part: 'tls', outcome: 'ok', message: 'TLS works.' }
    : {
        part: 'tls',
        outcome: 'warning',
        message:
          'The mail server that was greeted did not offer TLS, or something between removes it. Servers that require TLS will not answer.',
      }
  const { seenAs } = contact
  if (seenAs === undefined || !isTestable(seenAs, options))
    return [port, unknownAddress('ehlo_name'), unknownAddress('reverse_dns'), unknownAddress('block_lists'), tls]
  const rest = await Promise.all([
    testEhloName(seenAs, options, signal),
    testReverseDns(seenAs, options, signal),
    testBlockLists(seenAs, options, signal),
  ])
  return [port, ...rest, tls]
}

/** A private address behind NAT is not the one that others see; but it is, in a network that may be connected to. */
const isTestable = (address: string, { isForbidden }: SelfTestOptions): boolean =>
  isPublicAddress(address) || !isForbidden(address)

const unknownAddress = (part: Finding['part']): Finding => ({
  part,
  outcome: 'unknown',
  message:
    'Not tested, because the mail server did not say from which address it sees this installation. Set MAILBOX_SOURCE_ADDRESS if the machine has it.',
})

const portClosed = (family: Family, port: number, tried: readonly string[]): Finding => ({
  part: 'port',
  outcome: 'failed',
  message: `No mail server could be greeted over IPv${family} (${tried.length > 0 ? tried.join('; ') : 'DNS gave no address'}). Most clouds and home lines block port ${port}: ask the provider to open it, or set MAILBOX_PROXY.`,
})

async function contactAny(family: Family, options: SelfTestOptions, signal: AbortSignal) {
  const tried: string[] = []
  for (const domain of options.domains) {
    for (const { exchange, address } of await exchangesOf(domain, family, options, signal)) {
      try {
        const contact: Contact = await contactServer(exchange, address, { ...options, signal })
        return { contact, tried }
      } catch (error) {
        tried.push(`${exchange}: ${(error as Error).message}`)
      }
    }
  }
  return { contact: undefined, tried }
}

async function exchangesOf(
  domain: string,
  family: Family,
  { resolver, isForbidden }: SelfTestOptions,
  signal: AbortSignal,
) {
  const mx = await resolver.mx(domain, signal).catch(() => undefined)
  if (mx?.outcome !== 'found') return []
  const exchanges = [...mx.records].sort(byPreference).slice(0, MAX_EXCHANGES)
  const found = await Promise.all(
    exchanges.map(async ({ exchange }) => {
      const answer = await resolver[family === 4 ? 'a' : 'aaaa'](exchange, signal).catch(() => undefined)
      const address = answer?.outcome === 'found' ? answer.records.find((record) => !isForbidden(record)) : undefined
      return address === undefined ? [] : [{ exchange, address }]
    }),
  )
  return found.flat()
}

async function addressesOf(name: string, address: string, { resolver }: SelfTestOptions, signal: AbortSignal) {
  const answer = await resolver[familyOf(address) === 4 ? 'a' : 'aaaa'](name, signal)
  if (answer.outcome === 'timeout' || answer.outcome === 'error') return undefined
  return answer.outcome === 'found' ? answer.records : []
}

const dnsSilent = (part: Finding['part']): Finding => ({
  part,
  outcome: 'unknown',
  message: 'Not tested, because DNS did not answer.',
})

async function testEhloName(seenAs: string, options: SelfTestOptions, signal: AbortSignal): Promise<Finding> {
  const { ehloName } = options
  const part = 'ehlo_name'
  const addresses = await addressesOf(ehloName, seenAs, options, signal).catch(() => undefined)
  if (!addresses) return dnsSilent(part)
  if (addresses.includes(seenAs)) return { part, outcome: 'ok', message: `${ehloName} leads to ${seenAs}.` }
  if (addresses.length > 0)
    return {
      part,
      outcome: 'warning',
      message: `${ehloName} leads to ${addresses.join(', ')}, but mail servers see ${seenAs}: some will refuse. Add the address to the name, or set MAILBOX_EHLO_NAME to the name of this address.`,
    }
  return {
    part,
    outcome: 'failed',
    message: `${ehloName} has no address of the version of IP that mail servers see, ${seenAs}: many refuse such a client. Add ${seenAs} to the name in DNS, or set MAILBOX_EHLO_NAME to a name that leads there.`,
  }
}

async function testReverseDns(seenAs: string, options: SelfTestOptions, signal: AbortSignal): Promise<Finding> {
  const part = 'reverse_dns'
  const answer = await options.resolver.ptr(reverseName(seenAs), signal).catch(() => undefined)
  if (!answer || answer.outcome === 'timeout' || answer.outcome === 'error') return dnsSilent(part)
  const names = answer.outcome === 'found' ? answer.records.slice(0, MAX_NAMES) : []
  if (names.length === 0)
    return {
      part,
      outcome: 'failed',
      message: `${seenAs} has no name in reverse DNS: most mail servers refuse such a client. Whoever gave you the address can set its PTR record, to ${options.ehloName}.`,
    }
  const forward = await Promise.all(
    names.map((name) => addressesOf(name, seenAs, options, signal).catch(() => undefined)),
  )
  const confirmed = names.find((_, at) => forward[at]?.includes(seenAs))
  if (confirmed !== undefined)
    return { part, outcome: 'ok', message: `${seenAs} is ${confirmed}, and ${confirmed} leads to ${seenAs}.` }
  if (forward.includes(undefined)) return dnsSilent(part)
  return {
    part,
    outcome: 'failed',
    message: `${seenAs} is ${names.join(', ')} in reverse DNS, which does not lead back to ${seenAs}: many mail servers refuse such a client. Add the address to that name, or have the PTR record set to ${options.ehloName}.`,
  }
}

async function testBlockLists(seenAs: string, { resolver }: SelfTestOptions, signal: AbortSignal): Promise<Finding> {
  const part = 'block_lists'
  const listings = await Promise.all(
    BLOCK_LISTS.map((list) => listingOf(seenAs, list, resolver, signal).catch(() => 'unknown' as const)),
  )
  const listed = BLOCK_LISTS.filter((_, at) => listings[at] === 'listed')
  if (listed.length > 0)
    return {
      part,
      outcome: listed.some(({ essential }) => essential) ? 'failed' : 'warning',
      message: `${seenAs} is on ${listed.map(({ name, removal }) => `${name} (removal: ${removal})`).join(', ')}. Find out why before you ask for removal.`,
    }
  const silent = BLOCK_LISTS.filter((_, at) => listings[at] === 'unknown').map(({ name }) => name)
  if (silent.length > 0)
    return {
      part,
      outcome: 'unknown',
      message: `${silent.join(', ')} did not say whether ${seenAs} is listed: block lists do not answer public resolvers. Set DNS_SERVERS to a resolver of your own.`,
    }
  return { part, outcome: 'ok', message: `${seenAs} is on none of ${BLOCK_LISTS.map(({ name }) => name).join(', ')}.` }
}
