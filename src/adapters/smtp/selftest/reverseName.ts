import ipaddr from 'ipaddr.js'

/** The labels of an address, reversed, as reverse DNS and block lists use them: "4.3.2.1", or nibbles (RFC 5782 section 2.4). */
export function reversedLabels(address: string): string {
  const parsed = ipaddr.parse(address)
  if (parsed.kind() === 'ipv4') return parsed.toByteArray().reverse().join('.')
  return [...Buffer.from(parsed.toByteArray()).toString('hex')].reverse().join('.')
}

/** The name whose PTR records name an address (RFC 1035 section 3.5, RFC 3596 section 2.5). */
export const reverseName = (address: string): string =>
  `${reversedLabels(address)}.${ipaddr.parse(address).kind() === 'ipv4' ? 'in-addr' : 'ip6'}.arpa`
