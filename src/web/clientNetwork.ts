import ipaddr from 'ipaddr.js'
import { parseAddress } from '../kernel/net/publicAddress.js'

/** Bits of an IPv6 address that one subscriber gets as a whole (RFC 6177 section 2). */
const SUBSCRIBER_BITS = 64
/** The most that one site is assigned (RFC 6177): whoever has it has 65,536 networks of 64 bits. */
const SITE_BITS = 48

const UNKNOWN = 'unknown'

/**
 * One name for all addresses that are one subscriber's: an IPv4 address, or an IPv6 network of 64 bits. What is no
 * address in the usual notation (four decimal parts; RFC 4291 section 2.2) is one unknown subscriber: other notations of
 * the same address must not count as other clients.
 */
export const clientNetworkOf = (ip: string): string => networkOf(ip, SUBSCRIBER_BITS)

/** The same for the site that an address belongs to: an IPv4 address, or an IPv6 network of 48 bits. */
export const siteOf = (ip: string): string => networkOf(ip, SITE_BITS)

function networkOf(ip: string, bits: number): string {
  const zone = ip.indexOf('%')
  const address = parseAddress(zone < 0 ? ip : ip.slice(0, zone))
  if (!address) return UNKNOWN
  if (address instanceof ipaddr.IPv4) return address.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()
}

/** A window that a client's calls are counted in, and how many times the limit of one subscriber it has. */
export interface ClientWindow {
  readonly name: string
  readonly times: number
}

/** A site may do so many times what one subscriber may. */
const SITE_TIMES = 5

/** The windows of a client address, the narrowest first: those of its subscriber and of its site. */
export function clientWindowsOf(ip: string): readonly [ClientWindow, ...ClientWindow[]] {
  const own = { name: clientNetworkOf(ip), times: 1 }
  return own.name.includes(':') ? [own, { name: `site:${siteOf(ip)}`, times: SITE_TIMES }] : [own]
}
