// Address literals, such as `user@[192.0.2.1]` (RFC 5321 section 4.1.3).
import ipaddr from 'ipaddr.js'
import type { MailDomain, SyntaxProblem } from '../mailbox.js'

/** `[IPv6:` and 8 groups, the last two of which may be dotted; leading zeros included. */
const MAX_LITERAL_LENGTH = 64

const SNUM = /^[0-9]{1,3}$/
const IPV6_HEX = /^[0-9a-f]{1,4}$/i

/**
 * Parses an address literal, including its brackets (RFC 5321 section 4.1.3). `General-address-literal` is not
 * supported:
 * its tag must be in IANA's registry of address literal tags, which lists only IPv6.
 */
export function parseLiteral(text: string): MailDomain | SyntaxProblem {
  const end = text.indexOf(']')
  if (end === -1 || end > MAX_LITERAL_LENGTH) return 'literal_malformed'
  if (end !== text.length - 1) return 'trailing_text'
  const content = text.slice(1, end)
  if (content.slice(0, 5).toLowerCase() === 'ipv6:') {
    const groups = ipv6Groups(content.slice(5))
    if (!groups) return 'literal_malformed'
    return { kind: 'literal', family: 6, address: new ipaddr.IPv6(groups).toRFC5952String() }
  }
  const bytes = ipv4Bytes(content)
  return bytes ? { kind: 'literal', family: 4, address: bytes.join('.') } : 'literal_malformed'
}

/** `Snum 3("." Snum)`: decimal from 0 to 255; leading zeros are allowed. */
function ipv4Bytes(text: string): number[] | undefined {
  const parts = text.split('.')
  if (parts.length !== 4) return undefined
  const bytes = parts.map((part) => (SNUM.test(part) ? Number(part) : 256))
  return bytes.every((byte) => byte < 256) ? bytes : undefined
}

/**
 * Parses the eight groups of an IPv6 address. `::` may stand for a single group: RFC 5321's grammar requires two, but
 * RFC 5952 section 4 requires implementations to accept all forms of RFC 4291 section 2.2.
 */
function ipv6Groups(text: string): number[] | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const head = groupsOf(halves[0] ?? '', halves.length === 1)
  const tail = halves.length === 2 ? groupsOf(halves[1] ?? '', true) : []
  if (!head || !tail) return undefined
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  return [...head, ...Array<number>(missing).fill(0), ...tail]
}

function groupsOf(text: string, mayEndDotted: boolean): number[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const groups: number[] = []
  for (const [i, part] of parts.entries()) {
    if (IPV6_HEX.test(part)) {
      groups.push(Number.parseInt(part, 16))
    } else if (mayEndDotted && i === parts.length - 1) {
      const [a = 0, b = 0, c = 0, d = 0] = ipv4Bytes(part) ?? [-1]
      if (a < 0) return undefined
      groups.push(a * 256 + b, c * 256 + d)
    } else return undefined
  }
  return groups
}
