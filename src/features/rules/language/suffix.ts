// The public suffix of a domain, which rules can test.
import { LRUCache } from 'lru-cache'
import { getPublicSuffix } from 'tldts'
import { entryLimit } from '../../../kernel/entryLimit.js'

/** Domains whose suffix is kept: to find one takes longer than to ask the rules. */
const MAX_SUFFIXES = 10_000

const suffixes = new LRUCache<string, { readonly suffix: string | null }>({
  ...entryLimit(MAX_SUFFIXES),
  memoMethod: (domain) => ({ suffix: getPublicSuffix(domain, { validateHostname: false }) }),
})

/** The suffix of a domain by the ICANN section of the public suffix list; null for an address literal. */
export const suffixOf = (domain: string | null): string | null =>
  domain === null ? null : suffixes.memo(domain).suffix
