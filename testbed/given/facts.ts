import type { DomainFacts, Facts } from '../../src/features/verification/engine/facts.js'
import type { MailRoute } from '../../src/features/verification/engine/route.js'
import { parseMailbox } from '../../src/features/verification/engine/syntax/parseMailbox.js'

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
