// Networks in CIDR notation: which addresses they contain.
import ipaddr from 'ipaddr.js'
import { parseAddress } from './publicAddress.js'

type Address = NonNullable<ReturnType<typeof parseAddress>>

/** An IPv4 or IPv6 network. */
export interface Network {
  /** Canonical: `203.0.113.0/24`, `2001:db8::/32`. */
  readonly text: string
  readonly range: readonly [address: Address, bits: number]
}

const BITS = { ipv4: 32, ipv6: 128 } as const

/**
 * Parses a network, or a single address, which stands for itself alone.
 * @returns a sentence that says what is wrong, if it is none
 */
export function parseNetwork(text: string): Network | { readonly problem: string } {
  const [given = '', bits, ...rest] = text.split('/')
  const address = parseAddress(given)
  if (!address || rest.length > 0) return { problem: 'is not a network such as 203.0.113.0/24 or 2001:db8::/32' }
  const all = BITS[address.kind()]
  if (given.includes(':') && address.kind() === 'ipv4')
    return { problem: `is an IPv4 address in IPv6 notation: write ${address}` }
  const length = bits === undefined ? all : Number(bits)
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || length > all))
    return { problem: `must have a prefix length from 1 to ${all}` }
  if (length === 0) return { problem: 'contains every address: leave it out' }
  const range = [address, length] as const
  const first = firstOf(range)
  if (first.toString() !== address.toString())
    return { problem: `has bits beyond its prefix: did you mean ${first}/${length}?` }
  return { text: `${address}/${length}`, range }
}

const firstOf = ([address, bits]: Network['range']): Address =>
  address instanceof ipaddr.IPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
    : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)

/**
 * Whether an address is in one of the networks. An IPv4-mapped address counts as its IPv4 address; text that is not an
 * address is in none.
 */
export function isWithin(networks: readonly Network[], text: string): boolean {
  const zone = text.indexOf('%')
  const address = parseAddress(zone < 0 ? text : text.slice(0, zone))
  return address !== undefined && networks.some(({ range }) => matches(address, range))
}

/** Whether one network contains the whole of another. */
export const containsNetwork = (outer: Network, inner: Network): boolean =>
  outer.range[1] <= inner.range[1] && matches(inner.range[0], outer.range)

const matches = (address: Address, [first, bits]: Network['range']): boolean =>
  address.kind() === first.kind() && address.match(first as never, bits)
