import type { Mailbox } from '../mailbox.js'
import { parseMailbox } from './parseMailbox.js'
import { withoutInvisible } from './unicode.js'

/** What text processors write in place of an apostrophe. */
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u2032\u00b4]/g
const SCHEME = /^mailto:(?:\/\/)?/i
/** The fields of a `mailto` URI (RFC 6068 section 2). */
const FIELDS = /\?.*$/s
/** An address in angle brackets, with or without a name before it (RFC 5322 section 3.4). */
const IN_BRACKETS = /^[^<>]*<([^<>]+)>[\s,;.]*$/
/** Quotes and brackets around the whole, and what ends a sentence or an item of a list. */
const AROUND = /^[\s"'`([{<,;:]+|[\s"'`)\]}>,;:.!?]+$/g
/** A dot, a comma or a semicolon, or several. */
const DOTS = /\s*[.,;][\s.,;]*/g
const AROUND_AT = /\s*@[\s@]*/g
/** A longer text is not obviously one address; bounds the work. */
const MAX_UNITS = 512

/**
 * Reads a text that is not an address as the address that was obviously meant: spaces, quotes, brackets or `mailto:` around it, a
 * comma for a dot, too many dots in the domain, a full-width or second @, invisible characters, a typographic apostrophe. The
 * local part changes in nothing else.
 * @returns undefined if the text is an address, or if what was meant is not obvious
 */
export function repairMailbox(text: string): Mailbox | undefined {
  if (text.length > MAX_UNITS) return undefined
  const plain = withoutInvisible(text).normalize('NFKC').replace(APOSTROPHES, "'").trim()
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
  const address = inner.replace(AROUND, '').replace(AROUND_AT, '@')
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const domain = address
    .slice(at + 1)
    .replace(DOTS, '.')
    .replace(/^\./, '')
  return `${address.slice(0, at)}@${domain}`
}

/** Percent-encoding is part of a URI, as in `mailto:jane%2Bshop@example.com`. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}
