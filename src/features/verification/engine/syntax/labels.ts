import type { SyntaxProblem } from '../mailbox.js'
import { MAX_DOMAIN_OCTETS, MAX_LABEL_OCTETS } from './limits.js'

const HYPHEN = 0x2d
const DOT = 0x2e

const LET_DIG = new Uint8Array(128)
for (const char of 'abcdefghijklmnopqrstuvwxyz0123456789') LET_DIG[char.charCodeAt(0)] = 1

/**
 * Checks a lower-case ASCII domain: `sub-domain *("." sub-domain)` of RFC 5321 section 4.1.2, where a sub-domain is
 * letters, digits and inner hyphens. A single label is valid (section 2.3.5: a top-level domain by itself), and so is a
 * label of digits only: whether it receives mail is for DNS to answer.
 */
export function checkLabels(name: string): SyntaxProblem | undefined {
  let start = 0
  let previous = DOT
  for (let i = 0; i <= name.length; i++) {
    const unit = i === name.length ? DOT : name.charCodeAt(i)
    if (unit === DOT) {
      if (i === start) return name.length === 0 ? 'domain_empty' : 'domain_label_empty'
      if (previous === HYPHEN) return 'domain_label_hyphen'
      if (i - start > MAX_LABEL_OCTETS) return 'domain_label_too_long'
      start = i + 1
    } else if (unit === HYPHEN) {
      if (i === start) return 'domain_label_hyphen'
    } else if (LET_DIG[unit] !== 1) return 'domain_character'
    previous = unit
  }
  return name.length > MAX_DOMAIN_OCTETS ? 'domain_too_long' : undefined
}
