import type { SyntaxProblem } from '../mailbox.js'

/**
 * Characters that cannot be seen or deliberately typed. RFC 6532 allows any non-ASCII character in a local part, but
 * these are the ones that RFC 8264 section 4.3.3 excludes from free-form text (controls, ignorables, private use,
 * noncharacters), and separators: in an address they are a copying mistake or an attempt to deceive.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Zs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u

/**
 * Joiners are legitimate between letters of Persian or Hindi and in emoji; next to ASCII or at an edge they are just
 * invisible.
 */
const JOINER_OUT_OF_PLACE = /(?:^|[\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?:$|[\0-\x7f\u200c\u200d])/
const JOINERS = /[\u200c\u200d]/g

const LEADING_MARK = /^\p{M}/u

/** Whether the text has a character that cannot be seen; a space in ASCII is for the caller's grammar to judge. */
export function hasInvisible(text: string): boolean {
  return JOINER_OUT_OF_PLACE.test(text) || INVISIBLE.test(text.replace(JOINERS, '').replaceAll(' ', ''))
}

/**
 * Whether a text starts with a combining mark, which has nothing to combine with and would merge with preceding text.
 */
export function startsWithMark(text: string): boolean {
  return LEADING_MARK.test(text)
}

/** Whether all surrogates are paired, so that the text can be encoded as UTF-8. */
function isWellFormed(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xd800 || unit > 0xdfff) continue
    const next = text.charCodeAt(i + 1)
    if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return false
    i++
  }
  return true
}

/** Octets of well-formed text in UTF-8. */
export function utf8Length(text: string): number {
  let octets = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    // Two units of a surrogate pair make four octets, so each adds one.
    octets += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return octets
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

/** Classifies a text before parsing: a problem with single characters, plain ASCII, or Unicode. */
export function survey(text: string): 'ascii' | 'unicode' | SyntaxProblem {
  let ascii = true
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit === 0x7f) return 'control_character'
    if (unit > 0x7f) ascii = false
  }
  if (ascii) return 'ascii'
  return isWellFormed(text) ? 'unicode' : 'lone_surrogate'
}
