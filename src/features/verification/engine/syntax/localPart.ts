// The part of an address before the `@` (RFC 5321 section 4.1.2).
import type { SyntaxProblem } from '../mailbox.js'

const AT = 0x40
const BACKSLASH = 0x5c
const DOT = 0x2e
const QUOTE = 0x22

/**
 * `atext` of RFC 5322 section 3.2.3, used by RFC 5321 section 4.1.2; RFC 6531 section 3.3 adds all non-ASCII
 * characters.
 */
const ATEXT = new Uint8Array(128)
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~") {
  ATEXT[char.charCodeAt(0)] = 1
}

/**
 * Scans a local part at the start of the text: `Dot-string / Quoted-string` of RFC 5321 section 4.1.2.
 * @param text must contain no control characters
 * @returns the index of the `@` that ends it
 */
export function scanLocal(text: string): number | SyntaxProblem {
  return text.charCodeAt(0) === QUOTE ? scanQuotedString(text) : scanDotString(text)
}

function scanDotString(text: string): number | SyntaxProblem {
  let atomIsEmpty = true
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 0x7f || ATEXT[unit] === 1) atomIsEmpty = false
    else if (unit === AT) return i === 0 ? 'local_empty' : atomIsEmpty ? 'local_dot' : i
    else if (unit === DOT) {
      if (atomIsEmpty) return text.includes('@') ? 'local_dot' : 'no_at'
      atomIsEmpty = true
    } else if (!text.includes('@')) return 'no_at'
    else return unit === QUOTE ? 'local_quote' : 'local_character'
  }
  return 'no_at'
}

function scanQuotedString(text: string): number | SyntaxProblem {
  for (let i = 1; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === QUOTE) {
      if (i + 1 === text.length) return 'no_at'
      return text.charCodeAt(i + 1) === AT ? i + 1 : 'local_quote'
    }
    if (unit === BACKSLASH) {
      i++
      // quotedPairSMTP stays ASCII in RFC 6531; at the end of the text charCodeAt is NaN.
      if (!(text.charCodeAt(i) <= 0x7e)) return 'local_quote'
    }
  }
  return 'local_quote'
}

/** The value of a local part: for a quoted string, its content without quotes and backslashes. */
export function unquote(local: string): string {
  if (local.charCodeAt(0) !== QUOTE) return local
  const content = local.slice(1, -1)
  return content.includes('\\') ? content.replace(/\\(.)/g, '$1') : content
}

/** The shortest spelling of a local part: unquoted if it is a valid dot-string, quoted otherwise. */
export function quoteIfNeeded(content: string): string {
  if (scanDotString(`${content}@`) === content.length) return content
  return `"${content.replace(/["\\]/g, '\\$&')}"`
}
