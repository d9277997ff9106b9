import ipaddr from 'ipaddr.js'
import { isPublicAddress, parseAddress } from '../../kernel/net/publicAddress.js'

/**
 * Creates a predicate for addresses that may be called: an address must be public or in a range that the operator
 * allows. An IPv4-mapped address is treated as its IPv4 address.
 * @param allowedSubnets in CIDR notation
 * @throws Error for an invalid range
 */
export function createAddressFilter(allowedSubnets: readonly string[]): (address: string) => boolean {
  const ranges = allowedSubnets.map((subnet) => ipaddr.parseCIDR(subnet))
  return (text) => {
    const address = parseAddress(text)
    if (!address) return false
    return ranges.some((range) => range[0].kind() === address.kind() && address.match(range)) || isPublicAddress(text)
  }
}
