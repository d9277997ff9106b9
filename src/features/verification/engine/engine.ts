// Gathers the facts about an address from its syntax, the lists and DNS, without judging them.
import { LRUCache } from 'lru-cache'
import { isPublicAddress } from '../../../kernel/net/publicAddress.js'
import { concernsOf } from './concerns.js'
import type { Concern, DomainFacts, Facts, FromPool, Pattern, Pooled } from './facts.js'
import type { Lists } from './lists/lists.js'
import type { ParsedAddress, ParsedMailbox } from './mailbox.js'
import { patternsOf } from './patterns.js'
import { type MailRouter, type RoutedDomain, routeInWords } from './route.js'
import { correctionOf, suggestionFor } from './suggestion.js'
import { domainText } from './syntax/domain.js'
import { parseMailbox } from './syntax/parseMailbox.js'
import { unseenCharacter } from './syntax/problems.js'
import type { Trace } from './trace.js'

/** Gathers the facts about an address, without judging them. Defined for any text. */
export interface Engine {
  /**
   * The facts, if DNS is not needed; otherwise the pending DNS lookup.
   * @param parsed the parsed `email`, if available
   * @param pooled replaces the DNS lookup; the engine's own lists and syntax still apply
   */
  gather(email: string, trace?: Trace, parsed?: ParsedAddress, pooled?: Pooled): Facts | PendingFacts
}

export interface EngineWithLists extends Engine {
  /** Replaces the lists. Facts that are pending are completed with the lists that they began with. */
  setLists(lists: Lists): void
}

/** Facts that still lack a mail route. */
export interface PendingFacts {
  /** Queries DNS. Never rejects: a DNS failure is a fact. */
  queryDns(): Promise<Facts>
  /** The facts after the DNS lookup has timed out. */
  timedOut(): Facts
}

export const isComplete = (gathered: Facts | PendingFacts): gathered is Facts => 'email' in gathered

/** Number of domains whose facts are cached: about 2 MB when full. They belong to one version of the lists. */
const RECENT_DOMAINS = 10_000

/** One version of the lists, and what was looked up in it. */
interface Edition {
  readonly lists: Lists
  readonly recent: LRUCache<string, DomainFacts>
}

const editionOf = (lists: Lists): Edition => ({ lists, recent: new LRUCache({ max: RECENT_DOMAINS }) })

export function createEngine({ lists: initial, router }: { lists: Lists; router: MailRouter }): EngineWithLists {
  let current = editionOf(initial)

  function gather(email: string, trace?: Trace, parsed = parseMailbox(email), pooled?: Pooled): Facts | PendingFacts {
    // Read once: no verdict mixes two versions, even if DNS answers after they have changed.
    const edition = current
    const { lists } = edition
    trace?.note(
      'syntax',
      parsed.ok ? 'valid' : [parsed.problem, unseenCharacter(parsed.problem, email)].join(' ').trim(),
    )
    trace?.note('lists', lists.version)
    if (!parsed.ok) {
      const didYouMean = suggestionFor(email, (name) => knownFacts(edition, name))
      return { ...UNKNOWN, email, lists: lists.version, parsed, didYouMean }
    }
    const { mailbox } = parsed
    if (mailbox.domain.kind === 'literal') {
      const literalIsPublic = isPublicAddress(mailbox.domain.address)
      trace?.note('address_literal', literalIsPublic ? 'public' : 'not_public')
      return {
        ...UNKNOWN,
        email,
        lists: lists.version,
        parsed,
        role: lists.isRole(mailbox.localContent),
        patterns: patternsOf(mailbox),
        concerns: concernsOf(mailbox, undefined),
        literalIsPublic,
      }
    }
    const name = mailbox.domain.ascii
    const domain = knownFacts(edition, name)
    if (trace) noteLists(trace, domain, lists.isRole(mailbox.localContent))
    if (domain.reserved) return complete(lists, email, parsed, domain, undefined)
    // A pool does not know mail exchanges, which the operator's lists may name.
    if (pooled && !lists.routedFacts) {
      trace?.note('mail_route', `${pooled.routed.route.kind} (signal pool)`)
      const provider = pooled.provider ?? domain.provider
      const role = lists.isRole(mailbox.localContent)
      return new NamedFacts(email, lists.version, parsed, domain, role, pooled.routed, provider, pooled)
    }
    const cached = router.cached(name)
    if (cached) {
      // Noted like a fresh lookup: the trace must not reveal that the domain was queried before.
      trace?.note('mail_route', routeInWords(cached.route))
      return complete(lists, email, parsed, domain, cached)
    }
    return {
      queryDns: () =>
        router.find(name).then((routed) => {
          trace?.note('mail_route', routeInWords(routed.route))
          return complete(lists, email, parsed, domain, routed)
        }),
      timedOut: () => {
        trace?.note('mail_route', routeInWords(TIMED_OUT.route))
        return complete(lists, email, parsed, domain, TIMED_OUT)
      },
    }
  }

  function knownFacts({ lists, recent }: Edition, name: string): DomainFacts {
    const known = recent.get(name)
    if (known) return known
    const domain = lists.domainFacts(name)
    recent.set(name, domain)
    return domain
  }

  return {
    gather,
    setLists(lists) {
      current = editionOf(lists)
    },
  }
}

function complete(
  lists: Lists,
  email: string,
  parsed: ParsedMailbox,
  domain: DomainFacts,
  routed: RoutedDomain | undefined,
): Facts {
  const exchanges = routed && 'exchanges' in routed.route ? routed.route.exchanges : NO_EXCHANGES
  const role = lists.isRole(parsed.mailbox.localContent)
  const provider = exchanges[0] === undefined ? undefined : lists.providerByExchange(exchanges[0])
  const facts = lists.routedFacts ? lists.routedFacts(domain, exchanges) : domain
  return new NamedFacts(email, lists.version, parsed, facts, role, routed, provider ?? domain.provider, undefined)
}

const NO_EXCHANGES: readonly string[] = []

/** The facts of an address with a domain name. Patterns and concerns are computed when a policy first asks for them. */
class NamedFacts implements Facts {
  readonly literalIsPublic = undefined
  readonly didYouMean: string | undefined
  readonly fromPool: FromPool | undefined
  private foundPatterns: readonly Pattern[] | undefined
  private foundConcerns: readonly Concern[] | undefined

  constructor(
    readonly email: string,
    readonly lists: string,
    readonly parsed: ParsedMailbox,
    readonly domain: DomainFacts,
    readonly role: boolean,
    readonly routed: RoutedDomain | undefined,
    readonly provider: string | undefined,
    pooled: Pooled | undefined,
  ) {
    this.fromPool = pooled && { confidence: pooled.confidence, validations: pooled.validations }
    this.didYouMean = correctionOf(parsed.mailbox, domainText(parsed.mailbox.domain), domain)
  }

  get patterns(): readonly Pattern[] {
    this.foundPatterns ??= patternsOf(this.parsed.mailbox, this.domain.privacyRelay)
    return this.foundPatterns
  }

  get concerns(): readonly Concern[] {
    this.foundConcerns ??= concernsOf(this.parsed.mailbox, this.domain)
    return this.foundConcerns
  }
}

const UNKNOWN = {
  domain: undefined,
  role: false,
  patterns: [],
  concerns: [],
  routed: undefined,
  literalIsPublic: undefined,
  provider: undefined,
  didYouMean: undefined,
} as const

const TIMED_OUT: RoutedDomain = {
  route: { kind: 'temporary', failed: 'mx', how: 'timeout', exchanges: [] },
  checkedAt: 0,
  ttl: undefined,
}

function noteLists(trace: Trace, domain: DomainFacts, role: boolean): void {
  trace.note('typo', domain.meant === undefined ? 'none' : `did you mean ${domain.meant}?`)
  const { disposable } = domain
  trace.note(
    'disposable',
    disposable ? `${disposable.entry} is listed by ${disposable.sources.join(', ')}` : 'not listed',
  )
  if (domain.operator) trace.note('operator', `${domain.operator.list}: ${domain.operator.entry}`)
  trace.note('free', String(domain.free))
  trace.note('role', String(role))
}
