import ipaddr from 'ipaddr.js'
import { isCloudAddress } from '../../kernel/net/cloudHosts.js'
import { isPublicAddress, parseAddress, reachedThrough } from '../../kernel/net/publicAddress.js'

/** Why an address may not be called: a cloud's metadata service or host agent, or not on the public internet. */
type AddressProblem = 'cloud' | 'not_public'

/**
 * Creates a check of addresses: one that may be called is public or in a range that the operator allows, and no cloud's own
 * in any range. An IPv4-mapped address is treated as its IPv4 address.
 * @param allowedSubnets in CIDR notation
 * @throws Error for an invalid range
 */
export function createAddressFilter(
  allowedSubnets: readonly string[],
): (address: string) => AddressProblem | undefined {
  const ranges = allowedSubnets.map((subnet) => ipaddr.parseCIDR(subnet))
  return (text) => {
    const address = parseAddress(text)
    if (!address) return 'not_public'
    if (isCloudAddress(address) || isCloudAddress(reachedThrough(address))) return 'cloud'
    const isAllowed = ranges.some((range) => range[0].kind() === address.kind() && address.match(range))
    return isAllowed || isPublicAddress(text) ? undefined : 'not_public'
  }
}
