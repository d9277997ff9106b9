import { MAX_LOCAL_OCTETS } from './limits.js'
import { quoteIfNeeded } from './localPart.js'
import { findInvisible, utf8Length } from './unicode.js'

/**
 * The canonical spelling of a local part: lower case, quoted only if necessary. Strictly, only the receiving host may
 * decide that case does not matter (RFC 5321 section 2.4); all hosts of any size do.
 */
export function canonicalLocal(content: string, ascii: boolean): string {
  if (ascii) return quoteIfNeeded(content.toLowerCase())
  const lower = quoteIfNeeded(content.toLowerCase().normalize('NFC'))
  // A few letters take more octets in lower case (U+023A, U+0130), but the canonical form must remain a valid address.
  if (utf8Length(lower) > MAX_LOCAL_OCTETS || findInvisible(lower) !== undefined) return quoteIfNeeded(content)
  return lower
}
