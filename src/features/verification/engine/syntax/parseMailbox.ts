import type { ParsedAddress, SyntaxProblem } from '../mailbox.js'
import { canonicalLocal } from './canonicalLocal.js'
import { domainText, parseDomain } from './domain.js'
import { MAX_ADDRESS_OCTETS, MAX_LOCAL_OCTETS, MAX_TEXT_UNITS } from './limits.js'
import { scanLocal, unquote } from './localPart.js'
import { findInvisible, hasCompatibility, hasUnassigned, startsWithMark, survey, utf8Length } from './unicode.js'

/**
 * Parses a text as an RFC 5321 section 4.1.2 `Mailbox`, the form used in SMTP, with the non-ASCII letters of RFC 6531.
 * The text is parsed as given: comments, folding white space, display names, source routes and surrounding space are
 * invalid.
 * Never throws. Linear in the length; an overlong text is rejected without parsing.
 *
 * Non-ASCII text is normalised to NFC first (RFC 6532 section 3.1); lengths are octets of that form, with domains
 * counted as A-labels. A local part must be stable under NFKC, because servers that apply it (RFC 8265) would deliver to
 * another mailbox, and a local part under NFD, in which `≮` is `<` and a mark.
 */
export function parseMailbox(text: string): ParsedAddress {
  if (text.length === 0) return failed('empty')
  if (text.length > MAX_TEXT_UNITS) return failed('too_long')
  const kind = survey(text)
  if (kind !== 'ascii' && kind !== 'unicode') return failed(kind)
  const ascii = kind === 'ascii'
  const given = ascii ? text : text.normalize('NFC')
  if (!ascii && findInvisible(given) !== undefined) return failed('invisible_character')

  const at = scanLocal(given)
  if (typeof at !== 'number') return failed(at)
  const local = given.slice(0, at)
  const localOctets = ascii ? at : utf8Length(local)
  if (localOctets > MAX_LOCAL_OCTETS) return failed('local_too_long')
  const localContent = unquote(local)
  if (!ascii) {
    if (startsWithMark(localContent)) return failed('local_character')
    if (hasUnassigned(localContent)) return failed('local_unassigned')
    if (hasCompatibility(localContent) || hasHiddenAscii(local)) return failed('local_compatibility')
  }

  const domain = parseDomain(given.slice(at + 1))
  if (typeof domain === 'string') return failed(domain)
  const name = domainText(domain)
  if (localOctets + 1 + name.length > MAX_ADDRESS_OCTETS) return failed('too_long')
  const canonical = `${canonicalLocal(localContent, ascii)}@${name}`
  return { ok: true, mailbox: { local, localContent, domain, canonical } }
}

/** Whether canonical decomposition (UAX #15) yields a character of ASCII that may not stand there. */
function hasHiddenAscii(local: string): boolean {
  const decomposed = local.normalize('NFD')
  return scanLocal(`${decomposed}@`) !== decomposed.length
}

function failed(problem: SyntaxProblem): ParsedAddress {
  return { ok: false, problem }
}
