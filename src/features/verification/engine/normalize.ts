import type { Mailbox, ParsedAddress } from './mailbox.js'
import { PROVIDER_FORMS, type ProviderForms } from './normalize/forms.js'
import { scanLocal } from './syntax/localPart.js'

/** What an address is compared by when duplicates are searched. */
export interface NormalizedAddress {
  /** The mailbox that the address leads to, as far as its provider documents its rules; always a valid address. */
  readonly normalized: string
  /** Whether `normalized` is another address, not just another spelling in letter case or Unicode. */
  readonly alias: boolean
}

/**
 * Folds the forms of an address that lead to one mailbox: `J.Doe+shop@googlemail.com` is `jdoe@gmail.com`. For finding
 * duplicates, not for sending: mail goes to the address that the person gave.
 *
 * A `+tag` is removed at every domain (RFC 5233 section 1; the common separator of Postfix, Exchange Online and Google
 * Workspace), all other rules are those that a provider documents for its own domains. A rule that would leave nothing,
 * or no valid local part, is not applied.
 */
export function normalizeAddress({ canonical, domain }: Mailbox): NormalizedAddress {
  // What a server makes of a quoted local part is documented nowhere; a literal has no provider.
  if (canonical.charCodeAt(0) === QUOTE || domain.kind === 'literal') return { normalized: canonical, alias: false }
  const { ascii } = domain
  const local = canonical.slice(0, canonical.length - ascii.length - 1)
  const forms = PROVIDER_FORMS.get(ascii)
  const normalized = forms ? foldedBy(forms, local, ascii) : (ofSubdomain(ascii) ?? withoutTag(canonical, local, ascii))
  return { normalized, alias: normalized !== canonical }
}

/** @returns undefined if the syntax is invalid */
export const normalizedOf = (parsed: ParsedAddress): NormalizedAddress | undefined =>
  parsed.ok ? normalizeAddress(parsed.mailbox) : undefined

const QUOTE = 0x22

function foldedBy({ domain: main, tag, ignored, alike }: ProviderForms, local: string, domain: string): string {
  // First, because `jane.` is no local part, but `jane.+tag` is Jane's where dots are ignored.
  let folded = ignored === undefined ? local : keepIfValid(local.replace(ignored, ''), local)
  folded = beforeTag(folded, '+')
  if (tag !== undefined) folded = beforeTag(folded, tag)
  if (alike !== undefined) folded = folded.replaceAll(alike[0], alike[1])
  return `${folded}@${main ?? domain}`
}

/** The user whose subdomain it is, at a provider that gives each user one. */
function ofSubdomain(domain: string): string | undefined {
  const dot = domain.indexOf('.')
  const parent = domain.slice(dot + 1)
  return dot > 0 && PROVIDER_FORMS.get(parent)?.subdomains ? `${domain.slice(0, dot)}@${parent}` : undefined
}

function withoutTag(canonical: string, local: string, domain: string): string {
  return local.includes('+') ? `${beforeTag(local, '+')}@${domain}` : canonical
}

function beforeTag(local: string, separator: string): string {
  const end = local.indexOf(separator)
  return end === -1 ? local : keepIfValid(local.slice(0, end), local)
}

const keepIfValid = (folded: string, local: string): string =>
  scanLocal(`${folded}@`) === folded.length && folded !== '' ? folded : local
