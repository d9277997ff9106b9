import type { MailDomain, SyntaxProblem } from '../mailbox.js'
import { toAscii } from './idna.js'
import { checkLabels } from './labels.js'
import { parseLiteral } from './literal.js'
import { isAscii } from './unicode.js'

/** Parses the part after the `@`: a domain name or an address literal (RFC 5321 sections 4.1.2 and 4.1.3). */
export function parseDomain(text: string): MailDomain | SyntaxProblem {
  if (text.startsWith('[')) return parseLiteral(text)
  if (isAscii(text)) {
    const ascii = text.toLowerCase()
    const problem = checkLabels(ascii)
    if (problem) return problem
    if (!ascii.startsWith('xn--') && !ascii.includes('.xn--')) return { kind: 'name', ascii }
  }
  const converted = toAscii(text)
  if ('problem' in converted) return converted.problem
  return checkLabels(converted.ascii) ?? { kind: 'name', ascii: converted.ascii }
}

/** The domain as written in an address: A-labels, or a literal in brackets. */
export function domainText(domain: MailDomain): string {
  if (domain.kind === 'name') return domain.ascii
  return domain.family === 6 ? `[IPv6:${domain.address}]` : `[${domain.address}]`
}
