import ipaddr from 'ipaddr.js'
import { isPublicAddress, parseAddress } from '../../kernel/net/publicAddress.js'

/**
 * Whether an address may be called: it is public, or in one of the ranges that the operator opened. An IPv4-mapped
 * address is judged as the IPv4 address that it is.
 * @param subnets in CIDR notation; throws on one that is not
 */
export function createAddressRule(subnets: readonly string[]): (address: string) => boolean {
  const opened = subnets.map((subnet) => ipaddr.parseCIDR(subnet))
  return (text) => {
    const address = parseAddress(text)
    if (!address) return false
    return opened.some((range) => range[0].kind() === address.kind() && address.match(range)) || isPublicAddress(text)
  }
}
