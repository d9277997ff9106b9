// Which Unicode characters an address may contain; removes invisible ones, and counts octets of UTF-8.
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

/** Ignorable characters of RFC 8264 section 9.13 that are letters or marks: fillers, variation selectors, tags. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u
/** Joiners are judged by their place, and a variation selector after a pictograph only selects its colour. */
const LEGITIMATE_IGNORABLE = /[\u200c\u200d]|(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]/gu

/**
 * Code points that no class of RFC 8264 allows: unassigned ones (section 9.10) and the conjoining jamo of Old Hangul
 * (section 9.9); modern jamo have been composed to syllables by NFC.
 */
const UNASSIGNED = /[\p{Cn}\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]/u

/**
 * AM vowels of Thai and Lao have a compatibility decomposition, but are typed with one key, occur in everyday words,
 * and decompose to letters of the same script.
 */
const AM_VOWELS = /[\u0e33\u0eb3]/g

/** A character that cannot be seen, if the text has one; a space in ASCII is for the caller's grammar to judge. */
export function findInvisible(text: string): string | undefined {
  const joiner = JOINER_OUT_OF_PLACE.exec(text)?.[0].match(JOINERS)?.[0]
  if (joiner !== undefined) return joiner
  const rest = text.replaceAll(' ', '')
  const invisible = INVISIBLE.exec(rest.replace(JOINERS, '')) ?? IGNORABLE.exec(rest.replace(LEGITIMATE_IGNORABLE, ''))
  return invisible?.[0]
}

/** Different invisible characters of a text that are looked for, each of which is a pass over it. */
const MAX_INVISIBLE = 8

/** The text without characters that cannot be seen, of which spaces and line breaks become U+0020; a ninth one stays. */
export function withoutInvisible(text: string): string {
  let rest = text
  for (let passes = 0; passes < MAX_INVISIBLE; passes++) {
    const found = findInvisible(rest)
    if (found === undefined) break
    rest = rest.replaceAll(found, /\s/.test(found) && found !== '\ufeff' ? ' ' : '')
  }
  return rest
}

/** Whether the text has a code point without a character in current use. */
export function hasUnassigned(text: string): boolean {
  return UNASSIGNED.test(text)
}

/**
 * Whether the text has a character that RFC 8264's IdentifierClass excludes because NFKC would replace it (`HasCompat`,
 * section 9.17): full-width and mathematical letters, ligatures, superscripts, circled digits, the one-dot leader.
 * @param text in NFC
 */
export function hasCompatibility(text: string): boolean {
  const judged = text.replace(AM_VOWELS, '\u0e32')
  return judged.normalize('NFKC') !== judged.normalize('NFC')
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
