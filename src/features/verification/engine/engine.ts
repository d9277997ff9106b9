import { LRUCache } from 'lru-cache'
import { isPublicAddress } from '../../../kernel/net/publicAddress.js'
import type { DomainFacts, Facts, FromPool, Pattern, Pooled } from './facts.js'
import type { Lists } from './lists/lists.js'
import type { Mailbox, Parsed } from './mailbox.js'
import { patternsOf } from './patterns.js'
import type { MailRouter, RoutedDomain } from './route.js'
import { parseMailbox } from './syntax/parseMailbox.js'
import type { Trace } from './trace.js'

/** Gathers what is known of an address; judges nothing. Whatever the text, there is an answer. */
export interface Engine {
  /**
   * The facts at once, where DNS need not be asked; else what is still to be asked.
   * @param parsed `email`, where it has been parsed already
   * @param pooled taken in place of what DNS would say; the engine's own lists and syntax decide all the same
   */
  gather(email: string, trace?: Trace, parsed?: Parsed, pooled?: Pooled): Facts | Asking
}

/** Facts that lack a mail route. */
export interface Asking {
  /** Asks DNS. Never rejects: what goes wrong in DNS is a fact. */
  ask(): Promise<Facts>
  /** The facts when DNS has been given up on. */
  unanswered(): Facts
}

export const isComplete = (gathered: Facts | Asking): gathered is Facts => 'email' in gathered

/** Domains whose facts are kept: about 2 MB when it is full. What the lists say never changes, so they never expire. */
const RECENT_DOMAINS = 10_000

export function createEngine({ lists, router }: { lists: Lists; router: MailRouter }): Engine {
  const recent = new LRUCache<string, DomainFacts>({ max: RECENT_DOMAINS })

  function gather(email: string, trace?: Trace, parsed = parseMailbox(email), pooled?: Pooled): Facts | Asking {
    trace?.note('syntax', parsed.ok ? 'valid' : parsed.problem)
    if (!parsed.ok) return { ...UNKNOWN, email, parsed }
    const { mailbox } = parsed
    if (mailbox.domain.kind === 'literal') {
      const literalIsPublic = isPublicAddress(mailbox.domain.address)
      trace?.note('address_literal', literalIsPublic ? 'public' : 'not_public')
      return {
        ...UNKNOWN,
        email,
        parsed,
        role: lists.isRole(mailbox.localContent),
        patterns: patternsOf(mailbox),
        literalIsPublic,
      }
    }
    const name = mailbox.domain.ascii
    const domain = knownFacts(name)
    if (trace) noteLists(trace, domain, lists.isRole(mailbox.localContent))
    if (domain.reserved) return complete(email, mailbox, domain, undefined)
    if (pooled) {
      trace?.note('mail_route', `${pooled.routed.route.kind} (signal pool)`)
      const provider = pooled.provider ?? domain.provider
      return new NamedFacts(email, mailbox, domain, lists.isRole(mailbox.localContent), pooled.routed, provider, pooled)
    }
    const cached = router.cached(name)
    if (cached) {
      // Like one that was just found: who asked for the domain before is not told.
      trace?.note('mail_route', cached.route.kind)
      return complete(email, mailbox, domain, cached)
    }
    return {
      ask: () =>
        router.find(name).then((routed) => {
          trace?.note('mail_route', routed.route.kind)
          return complete(email, mailbox, domain, routed)
        }),
      unanswered: () => complete(email, mailbox, domain, GIVEN_UP),
    }
  }

  function knownFacts(name: string): DomainFacts {
    const known = recent.get(name)
    if (known) return known
    const domain = lists.domainFacts(name)
    recent.set(name, domain)
    return domain
  }

  function complete(email: string, mailbox: Mailbox, domain: DomainFacts, routed: RoutedDomain | undefined): Facts {
    const role = lists.isRole(mailbox.localContent)
    const provider = (routed && providerByRoute(routed)) ?? domain.provider
    return new NamedFacts(email, mailbox, domain, role, routed, provider, undefined)
  }

  function providerByRoute({ route }: RoutedDomain): string | undefined {
    const first = 'exchanges' in route ? route.exchanges[0] : undefined
    return first === undefined ? undefined : lists.providerByExchange(first)
  }

  return { gather }
}

/** The facts of an address with a domain name. Its patterns are found when they are asked for: v1 has no use for them. */
class NamedFacts implements Facts {
  readonly literalIsPublic = undefined
  readonly didYouMean: string | undefined
  readonly parsed: { readonly ok: true; readonly mailbox: Mailbox }
  readonly fromPool: FromPool | undefined

  constructor(
    readonly email: string,
    mailbox: Mailbox,
    readonly domain: DomainFacts,
    readonly role: boolean,
    readonly routed: RoutedDomain | undefined,
    readonly provider: string | undefined,
    pooled: Pooled | undefined,
  ) {
    this.parsed = { ok: true, mailbox }
    this.fromPool = pooled && { confidence: pooled.confidence, validations: pooled.validations }
    this.didYouMean = domain.meant === undefined ? undefined : `${mailbox.local}@${domain.meant}`
  }

  get patterns(): readonly Pattern[] {
    return patternsOf(this.parsed.mailbox)
  }
}

const UNKNOWN = {
  domain: undefined,
  role: false,
  patterns: [],
  routed: undefined,
  literalIsPublic: undefined,
  provider: undefined,
  didYouMean: undefined,
} as const

const GIVEN_UP: RoutedDomain = {
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
  trace.note('free', String(domain.free))
  trace.note('role', String(role))
}
