import type { Mailbox } from './mailbox.js'
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
export function normalizeAddress({ canonical }: Mailbox): NormalizedAddress {
  const at = canonical.lastIndexOf('@')
  const local = canonical.slice(0, at)
  const domain = canonical.slice(at + 1)
  // What a server makes of a quoted local part is documented nowhere.
  if (local.charCodeAt(0) === QUOTE) return { normalized: canonical, alias: false }
  const forms = PROVIDER_FORMS.get(domain)
  const normalized = forms ? foldedBy(forms, local, domain) : hosted(local, domain)
  return { normalized, alias: normalized !== canonical }
}

const QUOTE = 0x22

function foldedBy({ domain: main, tag, ignored, alike }: ProviderForms, local: string, domain: string): string {
  // First, because `jane.` is no local part, but `jane.+tag` is Jane's where dots are ignored.
  let folded = ignored === undefined ? local : keepIfValid(local.replace(ignored, ''), local)
  folded = beforeTag(folded, '+')
  if (tag !== undefined) folded = beforeTag(folded, tag)
  if (alike !== undefined) folded = folded.replaceAll(alike[0], alike[1])
  return `${folded}@${main ?? domain}`
}

/** A domain without rules of its own, or a user's subdomain of one whose users have one. */
function hosted(local: string, domain: string): string {
  const dot = domain.indexOf('.')
  const parent = domain.slice(dot + 1)
  if (dot > 0 && PROVIDER_FORMS.get(parent)?.subdomains) return `${domain.slice(0, dot)}@${parent}`
  return `${beforeTag(local, '+')}@${domain}`
}

function beforeTag(local: string, separator: string): string {
  const end = local.indexOf(separator)
  return end === -1 ? local : keepIfValid(local.slice(0, end), local)
}

const keepIfValid = (folded: string, local: string): string =>
  scanLocal(`${folded}@`) === folded.length && folded !== '' ? folded : local
