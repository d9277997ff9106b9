import { isPublicAddress } from '../../../../kernel/net/publicAddress.js'
import type { DnsAnswer, Resolver } from '../../../../kernel/ports/resolver.js'

/** The part of the resolver that routes need. */
export type Lookups = Pick<Resolver, 'mx' | 'a' | 'aaaa'>

export interface Failed {
  readonly state: 'failed'
  readonly how: 'timeout' | 'error'
  readonly code?: string
}

/** Whether a host can be reached from the public internet, as far as its addresses tell. `ttl` in seconds. */
export type Reach = { readonly state: 'public' | 'not_public' | 'none'; readonly ttl: number } | Failed

/**
 * Looks at a host's A records, and at its AAAA records only if those show nothing public: most hosts have an A
 * record, and one query is half of two. Where A cannot be told, AAAA cannot either as a rule, so it is not asked.
 */
export async function reachOf(lookups: Lookups, host: string): Promise<Reach> {
  const four = read(await lookups.a(host))
  if (four.reach.state === 'public' || four.reach.state === 'failed' || !four.nameExists) return four.reach
  const six = read(await lookups.aaaa(host)).reach
  if (six.state === 'public' || six.state === 'failed') return six
  const anyAddress = four.reach.state === 'not_public' || six.state === 'not_public'
  return { state: anyAddress ? 'not_public' : 'none', ttl: Math.min(four.reach.ttl, six.ttl) }
}

function read(answer: DnsAnswer<string>): { reach: Reach; nameExists: boolean } {
  switch (answer.outcome) {
    case 'found': {
      const state = answer.records.some(isPublicAddress) ? 'public' : 'not_public'
      return { reach: { state, ttl: answer.ttl }, nameExists: true }
    }
    case 'no_data':
      return { reach: { state: 'none', ttl: answer.ttl }, nameExists: true }
    case 'no_name':
      return { reach: { state: 'none', ttl: answer.ttl }, nameExists: false }
    default:
      return { reach: failure(answer), nameExists: true }
  }
}

/** What is told of a look-up that did not get an answer. */
export const failure = (answer: Extract<DnsAnswer<unknown>, { outcome: 'timeout' | 'error' }>): Failed =>
  answer.outcome === 'error'
    ? { state: 'failed', how: 'error', code: answer.code }
    : { state: 'failed', how: 'timeout' }
