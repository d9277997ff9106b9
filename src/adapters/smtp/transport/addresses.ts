// The addresses of a mail exchange that may be connected to.
import { isIPv4 } from 'node:net'
import { alternating } from '../../../kernel/concurrency/inTurn.js'
import type { DnsAnswer, Resolver } from '../../../kernel/ports/resolver.js'

type Family = 4 | 6

/** Addresses of one exchange that are tried. */
const MAX_ADDRESSES = 4

export type ExchangeAddresses =
  | { readonly addresses: readonly string[] }
  /** `temporary`: DNS did not answer. `none`: no address, or none that may be connected to. */
  | { readonly problem: 'temporary' | 'none' }

interface AddressOptions {
  readonly resolver: Pick<Resolver, 'a' | 'aaaa'>
  /** Whether an address must not be connected to. */
  readonly isForbidden: (address: string) => boolean
  readonly families: readonly Family[]
}

/**
 * The addresses of an exchange, in the order in which they are tried: of both families in turn, IPv6 first (RFC 8305 section 4,
 * RFC 6724). Those that are not public are left out, wherever DNS says that they belong.
 */
export async function addressesOf(
  exchange: string,
  { resolver, isForbidden, families }: AddressOptions,
): Promise<ExchangeAddresses> {
  const [six, four] = await Promise.all([
    families.includes(6) ? resolver.aaaa(exchange) : NONE,
    families.includes(4) ? resolver.a(exchange) : NONE,
  ])
  const addresses = alternating([allowed(six, isForbidden), allowed(four, isForbidden)])
  if (addresses.length > 0) return { addresses: addresses.slice(0, MAX_ADDRESSES) }
  return {
    problem: [six, four].some(({ outcome }) => outcome === 'timeout' || outcome === 'error') ? 'temporary' : 'none',
  }
}

const NONE: DnsAnswer<string> = { outcome: 'no_data', ttl: 0 }

const allowed = (answer: DnsAnswer<string>, isForbidden: (address: string) => boolean): readonly string[] =>
  answer.outcome === 'found' ? answer.records.filter((address) => !isForbidden(address)) : []

export const familyOf = (address: string): Family => (isIPv4(address) ? 4 : 6)
