import { MAX_LOCAL_OCTETS } from './limits.js'
import { quoteIfNeeded } from './localPart.js'
import { hasInvisible, utf8Length } from './unicode.js'

/**
 * The local part that stands for all spellings of one mailbox: lower case, quotes only where they are needed.
 * Strictly, only the receiving host may say that case does not matter (RFC 5321 section 2.4); all of any size do.
 */
export function canonicalLocal(content: string, ascii: boolean): string {
  if (ascii) return quoteIfNeeded(content.toLowerCase())
  const lower = quoteIfNeeded(content.toLowerCase().normalize('NFC'))
  // A few letters grow in lower case (U+023A, U+0130): the canonical form must remain an address.
  if (utf8Length(lower) > MAX_LOCAL_OCTETS || hasInvisible(lower)) return quoteIfNeeded(content)
  return lower
}
