import type { DomainFacts, Facts } from '../../src/features/verification/engine/facts.js'
import type { MailRoute } from '../../src/features/verification/engine/route.js'
import { parseMailbox } from '../../src/features/verification/engine/syntax/parseMailbox.js'
import type { GatheredFacts, GatherFacts } from '../../src/features/verification/gatherFacts.js'

/** A domain that no list names. */
export const NOTHING_KNOWN: DomainFacts = {
  disposable: undefined,
  privacyRelay: false,
  free: false,
  provider: undefined,
  meant: undefined,
  confusable: false,
  reserved: false,
  major: false,
}

const explicit: MailRoute = { kind: 'explicit', exchanges: ['mx.example.net'] }
export const timeout: MailRoute = { kind: 'temporary', failed: 'mx', how: 'timeout', exchanges: [] }

/** Facts as the engine would gather them for an address, its route and list matches. */
export function factsOf(
  email: string,
  {
    route = explicit,
    domain,
    ...rest
  }: { route?: MailRoute; domain?: Partial<DomainFacts> } & Partial<
    Pick<Facts, 'role' | 'provider' | 'literalIsPublic'>
  > = {},
): Facts {
  const parsed = parseMailbox(email)
  const named = parsed.ok && parsed.mailbox.domain.kind === 'name'
  return {
    email,
    parsed,
    domain: named ? { ...NOTHING_KNOWN, ...domain } : undefined,
    role: false,
    patterns: [],
    concerns: [],
    routed: named && !domain?.reserved ? { route, checkedAt: 0, ttl: 300 } : undefined,
    literalIsPublic: undefined,
    provider: undefined,
    didYouMean: undefined,
    ...rest,
  }
}

/** Gathers facts without a pool, for an account that reports no outcomes. */
export const gathering = (gather: (email: string) => GatheredFacts['facts']): GatherFacts => ({
  readerOf: (account, pool) => ({ account, pool, reporting: false }),
  gather: (_, email) => ({ facts: gather(email), address: undefined }),
})
