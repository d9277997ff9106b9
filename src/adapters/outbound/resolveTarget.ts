import { alternating } from '../../kernel/concurrency/inTurn.js'
import type { DnsAnswer, Resolver } from '../../kernel/ports/resolver.js'
import type { Target } from './target.js'

type Resolution = { readonly addresses: readonly string[] } | { readonly problem: string }

const LOOPBACK = '127.0.0.1'

/**
 * Resolves all addresses of a target, of both families in turn, IPv6 first (RFC 8305 section 4); `problem` says why it has no address. All names are resolved through
 * `resolver`, including those without a dot; the hosts file is not consulted. `localhost` and names under it are this
 * machine, without a DNS query (RFC 6761 section 6.3). If only one of the A and AAAA lookups succeeds, its addresses
 * are used. No connection is ever made to an address that is not returned here.
 */
export async function resolveTarget(
  { host, isAddress }: Target,
  resolver: Pick<Resolver, 'a' | 'aaaa'>,
  signal?: AbortSignal,
): Promise<Resolution> {
  if (isAddress) return { addresses: [host] }
  if (host === 'localhost' || host.endsWith('.localhost')) return { addresses: [LOOPBACK] }
  const answers = await Promise.all([resolver.aaaa(host, signal), resolver.a(host, signal)])
  const addresses = alternating(answers.map((answer) => (answer.outcome === 'found' ? answer.records : [])))
  return addresses.length > 0 ? { addresses } : { problem: problemOfAnswers(host, answers.toReversed()) }
}

function problemOfAnswers(host: string, answers: readonly DnsAnswer<string>[]): string {
  for (const answer of answers) {
    if (answer.outcome === 'no_name') return `${host} does not exist in DNS.`
    if (answer.outcome === 'timeout') return `The DNS lookup of ${host} timed out.`
    if (answer.outcome === 'error') return `The DNS lookup of ${host} failed (${answer.code}).`
  }
  return `${host} has no address in DNS.`
}
