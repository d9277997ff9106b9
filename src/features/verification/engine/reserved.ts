/**
 * Names that IANA's registry of special-use domain names, or ICANN, excludes from the public mail system, each
 * including
 * all its subdomains. Deliberately absent: the rest of `arpa`, and names that merely do not exist (`.lan`, `.home`,
 * `.corp`), for which DNS gives the answer.
 */
const RESERVED: readonly (readonly [source: string, names: readonly string[]])[] = [
  ['RFC 2606 section 2, RFC 6761 sections 6.2 to 6.5', ['test', 'localhost', 'invalid', 'example']],
  ['RFC 2606 section 3, RFC 6761 section 6.5', ['example.com', 'example.net', 'example.org']],
  ['RFC 6762 section 3, multicast DNS', ['local']],
  ['RFC 7686, Tor', ['onion']],
  ['RFC 9476, names outside DNS', ['alt']],
  ['ICANN resolution 2024.07.29.06, private networks', ['internal']],
  ['RFC 8375, home networks', ['home.arpa']],
  ['RFC 7050, RFC 8880, discovery of NAT64', ['ipv4only.arpa']],
  ['RFC 9462, discovery of resolvers', ['resolver.arpa']],
  ['RFC 9665, service registration', ['service.arpa']],
  ['RFC 9140, RFC 9031, bootstrapping of devices', ['eap-noob.arpa', '6tisch.arpa']],
]

const NAMES: ReadonlySet<string> = new Set(RESERVED.flatMap(([, names]) => names))

/**
 * Whether a domain can never receive mail from the public internet because the name, or a parent of it, is reserved.
 * @param ascii lower-case A-labels without a final dot
 */
export function isReservedDomain(ascii: string): boolean {
  const last = ascii.lastIndexOf('.')
  if (NAMES.has(ascii.slice(last + 1))) return true
  if (last === -1) return false
  // No reserved name has more than two labels.
  return NAMES.has(ascii.slice(ascii.lastIndexOf('.', last - 1) + 1))
}
