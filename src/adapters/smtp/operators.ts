// Who runs a mail exchange: what is asked of one operator counts together, whatever the names of its hosts are.
import ipaddr from 'ipaddr.js'
import { getDomain } from 'tldts'
import { providerOf } from './replies/providers.js'

/** A known provider, or the registrable domain of the exchange. @param exchange lower-case A-labels */
export const operatorOf = (exchange: string): string =>
  providerOf(exchange)?.operator ?? getDomain(exchange) ?? exchange

/** The network that an address is likely to share with other exchanges of its operator: an IPv4 /24, an IPv6 /48. */
function networkOf(address: string): string {
  const parsed = ipaddr.parse(address)
  const bytes = parsed.toByteArray()
  return `net:${Buffer.from(bytes.slice(0, parsed.kind() === 'ipv4' ? 3 : 6)).toString('hex')}`
}

/**
 * What is asked counts for each of these: for the operator and, unless it is a large one that is known by name, for the network,
 * because small domains give names of their own to the hosts of one provider.
 * @param addresses in the order in which they are tried
 */
export function keysOf(exchange: string, addresses: readonly string[]): readonly string[] {
  const operator = `operator:${operatorOf(exchange)}`
  if (providerOf(exchange) || addresses.length === 0) return [operator]
  return [operator, ...new Set(addresses.map(networkOf))]
}
