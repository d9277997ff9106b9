import { isPublicAddress } from '../../../../kernel/net/publicAddress.js'
import type { DnsAnswer, Resolver } from '../../../../kernel/ports/resolver.js'

/** The part of the resolver that routes need. */
export type Lookups = Pick<Resolver, 'mx' | 'a' | 'aaaa'>

export interface Failed {
  readonly state: 'failed'
  readonly how: 'timeout' | 'error'
  readonly code?: string
}

/** Whether a host has a publicly routable address. `ttl` in seconds. */
export type Reach =
  | { readonly state: 'public'; readonly ttl: number; readonly addresses: readonly string[] }
  | { readonly state: 'not_public' | 'none'; readonly ttl: number }
  | Failed

/**
 * Queries a host's A records, and its AAAA records only if no A record is public: most hosts have an A record, which
 * saves the second query. One of the two is an answer even if the other query fails; but servers that do not respond to one
 * seldom respond to the other, so the second query would only cost the time that other hosts of the domain need.
 * @param hasOthers whether the domain has other hosts to look up
 */
export async function reachOf(lookups: Lookups, host: string, hasOthers: boolean): Promise<Reach> {
  const v4 = read(await lookups.a(host))
  if (v4.reach.state === 'public' || !v4.nameExists) return v4.reach
  if (v4.reach.state === 'failed' && v4.reach.how === 'timeout' && hasOthers) return v4.reach
  const v6 = read(await lookups.aaaa(host)).reach
  if (v6.state === 'public') return v6
  if (v4.reach.state === 'failed') return v4.reach
  if (v6.state === 'failed') return v6
  const anyAddress = v4.reach.state === 'not_public' || v6.state === 'not_public'
  return { state: anyAddress ? 'not_public' : 'none', ttl: Math.min(v4.reach.ttl, v6.ttl) }
}

function read(answer: DnsAnswer<string>): { reach: Reach; nameExists: boolean } {
  switch (answer.outcome) {
    case 'found': {
      const { records, ttl } = answer
      const reach: Reach = records.some(isPublicAddress)
        ? { state: 'public', ttl, addresses: records }
        : { state: 'not_public', ttl }
      return { reach, nameExists: true }
    }
    case 'no_data':
      return { reach: { state: 'none', ttl: answer.ttl }, nameExists: true }
    case 'no_name':
      return { reach: { state: 'none', ttl: answer.ttl }, nameExists: false }
    default:
      return { reach: failure(answer), nameExists: true }
  }
}

/** Describes a lookup that timed out or failed. */
export const failure = (answer: Extract<DnsAnswer<unknown>, { outcome: 'timeout' | 'error' }>): Failed =>
  answer.outcome === 'error'
    ? { state: 'failed', how: 'error', code: answer.code }
    : { state: 'failed', how: 'timeout' }
