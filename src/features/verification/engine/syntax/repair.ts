// Reads a text that is not an address as the one that was obviously meant.
import type { Mailbox } from '../mailbox.js'
import { parseMailbox } from './parseMailbox.js'
import { withoutInvisible } from './unicode.js'

/** What text processors write in place of an apostrophe. */
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u2032\u00b4]/g
/** The text with the apostrophe of keyboards. */
export const withApostrophes = (text: string): string => text.replace(APOSTROPHES, "'")

const SCHEME = /^mailto:(?:\/\/)?/i
/** The fields of a `mailto` URI (RFC 6068 section 2). */
const FIELDS = /\?.*$/s
/** An address in angle brackets, with or without a name before it (RFC 5322 section 3.4). */
const IN_BRACKETS = /^[^<>]*<([^<>]+)>[\s,;.]*$/
/** Quotes and brackets around the whole, and what ends a sentence or an item of a list. */
const AROUND = /^[\s"'`\u00ab\u2039\u201a-\u201f([{<,;:.]+|[\s"'`\u00bb\u203a\u201a-\u201f)\]}>,;:.!?/\\]+$/g
/** A dot, a comma or a semicolon, or several. */
const DOTS = /\s*[.,;][\s.,;]*/g
const AROUND_AT = /\s*@[\s@]*/g
/** The @ and dots in words, as people hide addresses from programs. */
const AT_IN_WORDS = /\s*[([{]\s*at\s*[)\]}]\s*|\s+at\s+/i
const DOT_IN_WORDS = /\s*[([{]\s*dot\s*[)\]}]\s*|\s+dot\s+/gi
/** The same domain once more, or the beginning of it. */
const AGAIN = /@([^@]+)@(?=\1)/
/** What stands for the only dot of a domain: a space, or a key beside the dot's or its shift. */
const FOR_DOT = /[\s:/\\_'<>]+/g
/** Japanese mobile carriers, which gave out names with any dots until 2009: without them, it is another person's. */
const WITH_ANY_DOTS: ReadonlySet<string> = new Set(['docomo.ne.jp', 'ezweb.ne.jp', 'au.com'])
/** A longer text is not obviously one address; bounds the work. */
const MAX_UNITS = 512

/**
 * Reads a text that is not an address as the address that was obviously meant: spaces, quotes, brackets or `mailto:` around it, a
 * comma or another key for a dot, too many dots, a full-width or second @, the domain twice, `at` and `dot` in words, invisible
 * characters, a typographic apostrophe. The local part changes in nothing else.
 * @returns undefined if the text is an address, or if what was meant is not obvious
 */
export function repairMailbox(text: string): Mailbox | undefined {
  if (text.length > MAX_UNITS) return undefined
  const plain = withApostrophes(withApostrophes(withoutInvisible(text)).normalize('NFKC')).trim()
  for (const repaired of [plain, bare(plain)]) {
    if (repaired === text) continue
    const parsed = parseMailbox(repaired)
    if (parsed.ok) return parsed.mailbox.domain.kind === 'name' ? parsed.mailbox : undefined
  }
  return undefined
}

/** The address without what surrounds it, and its domain with single dots. */
function bare(text: string): string {
  const uri = text.replace(SCHEME, '')
  const inner =
    uri === text ? (IN_BRACKETS.exec(text)?.[1] ?? text).replace(SCHEME, '') : decoded(uri.replace(FIELDS, ''))
  const spelt = inner.includes('@') ? inner : inner.replace(AT_IN_WORDS, '@')
  const address = spelt.replace(AROUND, '').replace(AROUND_AT, '@').replace(AGAIN, '@')
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const domain = address
    .slice(at + 1)
    .replace(DOT_IN_WORDS, '.')
    .replace(DOTS, '.')
    .replace(/^\./, '')
  const local = address.slice(0, at)
  const name = WITH_ANY_DOTS.has(domain.toLowerCase()) ? local : withSingleDots(local)
  return `${name}@${domain.includes('.') ? domain : domain.replace(FOR_DOT, '.')}`
}

/** A local part without quotes has a dot between characters only. */
const withSingleDots = (local: string): string =>
  local.startsWith('"') ? local : local.replace(/\.{2,}/g, '.').replace(/^\.|\.$/g, '')

/** Percent-encoding is part of a URI, as in `mailto:jane%2Bshop@example.com`. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}
