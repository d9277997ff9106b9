// Names the network that a client's address belongs to, for rate limits and fair shares.
import ipaddr from 'ipaddr.js'
import { perClient } from '../kernel/limits.js'
import { parseAddress } from '../kernel/net/publicAddress.js'

/** Prefix length of the IPv6 network that one subscriber gets (RFC 6177 section 2). */
const SUBSCRIBER_BITS = 64
/** Prefix length of the largest network that one site is assigned (RFC 6177): it holds 65,536 /64 networks. */
const SITE_BITS = 48

const UNKNOWN = 'unknown'

/**
 * One name for all addresses of one subscriber: the IPv4 address, or the IPv6 /64. Anything that is not an address in the
 * usual notation (four decimal parts; RFC 4291 section 2.2) belongs to a single "unknown" subscriber: other notations of
 * the same address must not count as other clients.
 */
export const clientNetworkOf = (ip: string): string => networkOf(ip, SUBSCRIBER_BITS)

/**
 * The same for the site that an address belongs to: the IPv4 address, or the IPv6 /48. It is the key of everything that
 * clients share fairly: with a key per /64, one site would have 65,536 shares.
 */
export const siteOf = (ip: string): string => networkOf(ip, SITE_BITS)

function networkOf(ip: string, bits: number): string {
  const zone = ip.indexOf('%')
  const address = parseAddress(zone < 0 ? ip : ip.slice(0, zone))
  if (!address) return UNKNOWN
  if (address instanceof ipaddr.IPv4) return address.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()
}

/** A rate limit window that a client's calls are counted in, and its limit as a multiple of one subscriber's. */
export interface ClientWindow {
  readonly name: string
  readonly times: number
}

/** The rate limit windows of a client address, the narrowest first: its subscriber's and its site's. */
export function clientWindowsOf(ip: string): readonly [ClientWindow, ...ClientWindow[]] {
  const own = { name: clientNetworkOf(ip), times: 1 }
  return own.name.includes(':') ? [own, { name: `site:${siteOf(ip)}`, times: perClient.sites.factor }] : [own]
}
