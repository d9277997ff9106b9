// The public suffix of a domain, which rules can test.
import { LRUCache } from 'lru-cache'
import { getPublicSuffix, parse } from 'tldts'
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

/** Whether the list has a suffix. A domain whose ending it does not have has its last label as the suffix. */
export const isListed = (suffix: string): boolean => parse(suffix, { validateHostname: false }).isIcann === true
