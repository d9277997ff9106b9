// Whether our address is on the block lists that most mail servers ask (RFC 5782).
import type { Resolver } from '../../../kernel/ports/resolver.js'
import { reversedLabels } from './reverseName.js'

export interface BlockList {
  readonly name: string
  readonly zone: string
  /** Where to ask for removal. */
  readonly removal: string
  /** Whether to be listed makes checks pointless: nearly every server asks it. */
  readonly essential: boolean
}

export const BLOCK_LISTS: readonly BlockList[] = [
  {
    name: 'Spamhaus ZEN',
    zone: 'zen.spamhaus.org',
    removal: 'https://check.spamhaus.org',
    essential: true,
  },
  {
    name: 'Barracuda',
    zone: 'b.barracudacentral.org',
    removal: 'https://www.barracudacentral.org/rbl/removal-request',
    essential: false,
  },
  { name: 'SpamCop', zone: 'bl.spamcop.net', removal: 'https://www.spamcop.net/bl.shtml', essential: false },
  { name: 'PSBL', zone: 'psbl.surriel.com', removal: 'https://psbl.org', essential: false },
]

export type Listing = 'listed' | 'not_listed' | 'unknown'

/** An answer outside 127.0.0.0/8 is none of the list; 127.255.255.0/24 says that the list does not serve this resolver. */
export async function listingOf(
  address: string,
  { zone }: BlockList,
  resolver: Pick<Resolver, 'a'>,
  signal: AbortSignal,
): Promise<Listing> {
  const answer = await resolver.a(`${reversedLabels(address)}.${zone}`, signal)
  if (answer.outcome === 'no_name' || answer.outcome === 'no_data') return 'not_listed'
  if (answer.outcome !== 'found') return 'unknown'
  const entries = answer.records.filter((record) => record.startsWith('127.'))
  if (entries.length === 0 || entries.some((record) => record.startsWith('127.255.255.'))) return 'unknown'
  return 'listed'
}
