import type { DnsAnswer, Resolver } from '../../kernel/ports/resolver.js'
import type { Target } from './target.js'

export type Found = { readonly addresses: readonly string[] } | { readonly reason: string }

const LOOPBACK = '127.0.0.1'

/**
 * Every address of a target, IPv4 first; where there is none, the reason. Names are looked up by the resolver alone,
 * those without a dot too: the hosts file is not consulted. `localhost` and names under it are this machine, and DNS is
 * not asked (RFC 6761 section 6.3). Where only one of A and AAAA can be told, its addresses are all: nothing is ever
 * connected to but what is returned here.
 */
export async function addressesOf(
  { host, isAddress }: Target,
  resolver: Pick<Resolver, 'a' | 'aaaa'>,
  signal?: AbortSignal,
): Promise<Found> {
  if (isAddress) return { addresses: [host] }
  if (host === 'localhost' || host.endsWith('.localhost')) return { addresses: [LOOPBACK] }
  const answers = await Promise.all([resolver.a(host, signal), resolver.aaaa(host, signal)])
  const addresses = answers.flatMap((answer) => (answer.outcome === 'found' ? answer.records : []))
  return addresses.length > 0 ? { addresses } : { reason: whyNone(host, answers) }
}

function whyNone(host: string, answers: readonly DnsAnswer<string>[]): string {
  for (const answer of answers) {
    if (answer.outcome === 'no_name') return `${host} does not exist in DNS.`
    if (answer.outcome === 'timeout') return `DNS did not answer in time about ${host}.`
    if (answer.outcome === 'error') return `DNS cannot tell the address of ${host} (${answer.code}).`
  }
  return `${host} has no address in DNS.`
}
