import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const SIX_TO_FOUR = ipaddr.IPv6.parseCIDR('2002::/16')
const IPV4_MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96')

/**
 * Whether the public internet can reach an address: global unicast, in none of the blocks that IANA's special-purpose
 * registries (RFC 6890) set apart. An IPv6 address that carries an IPv4 one is as public as that: mapped (RFC 4291
 * section 2.5.5.2), NAT64 (RFC 6052), 6to4 (RFC 3056). A text that is no address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublic4(ipaddr.IPv4.parse(address))
  // ipaddr.js takes the deprecated `::8.8.8.8` for the mapped `::ffff:8.8.8.8`, unless the zero is spelt out.
  const six = address.startsWith('::') ? `0${address}` : address
  return ipaddr.IPv6.isValid(six) && isPublic6(ipaddr.IPv6.parse(six))
}

const isPublic4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast'

function isPublic6(address: ipaddr.IPv6): boolean {
  const bytes = address.toByteArray()
  if (address.match(IPV4_MAPPED) || address.match(NAT64)) return isPublic4(new ipaddr.IPv4(bytes.slice(12)))
  if (address.match(SIX_TO_FOUR)) return isPublic4(new ipaddr.IPv4(bytes.slice(2, 6)))
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast'
}
