// The facts of a simulated address.
import { isPublicAddress } from '../../../kernel/net/publicAddress.js'
import type { DomainFacts, Facts, MailboxFacts, Pattern } from '../engine/facts.js'
import type { Mailbox, ParsedAddress } from '../engine/mailbox.js'
import { parseMailbox } from '../engine/syntax/parseMailbox.js'
import { DELIVERABLE, SCENARIOS, type Scenario } from './scenarios.js'

const TTL_SECONDS = 3_600

const NEUTRAL: DomainFacts = {
  disposable: undefined,
  privacyRelay: false,
  free: false,
  provider: undefined,
  meant: undefined,
  confusable: false,
  reserved: false,
  major: false,
}

/** The scenario that the local part of an address selects. A tag after `+` is ignored. */
export function scenarioOf(email: string): Scenario {
  const localPart = email.slice(0, Math.max(0, email.lastIndexOf('@'))).toLowerCase()
  const name = localPart.split('+', 1)[0]!
  return Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name]! : {}
}

/** The facts of an address in a scenario. @param now milliseconds since the epoch */
export function factsOf(email: string, scenario: Scenario, now: number): Facts {
  const parsed: ParsedAddress =
    scenario.syntax === false ? { ok: false, problem: 'local_character' } : parseMailbox(email)
  if (!parsed.ok)
    return { ...UNKNOWN, email, parsed, domain: undefined, role: false, patterns: [], concerns: [], routed: undefined }
  const { mailbox } = parsed
  const { role = false, concerns = [], fromPool, route } = scenario
  const shared = { email, parsed, role, patterns: patternsOf(mailbox, scenario), concerns }
  if (mailbox.domain.kind === 'literal' && !route) {
    const literalIsPublic = isPublicAddress(mailbox.domain.address)
    return { ...UNKNOWN, ...shared, domain: undefined, routed: undefined, literalIsPublic }
  }
  const domain: DomainFacts = {
    ...NEUTRAL,
    ...scenario.domain,
    ...(scenario.typo && { meant: meantInstead(mailbox) }),
  }
  return {
    ...UNKNOWN,
    ...shared,
    domain,
    routed: domain.reserved ? undefined : { route: route ?? DELIVERABLE, checkedAt: now, ttl: TTL_SECONDS },
    provider: domain.provider,
    didYouMean: domain.meant && `${mailbox.local}@${domain.meant}`,
    ...(fromPool && { fromPool }),
    ...(scenario.knownBounce && { knownBounce: true }),
    ...(scenario.mailbox && { mailbox: saidAt(scenario.mailbox, now) }),
  }
}

const saidAt = (said: NonNullable<Scenario['mailbox']>, now: number): MailboxFacts => ({
  ...said,
  checkedAt: now,
  ...(said.ttlHintSeconds !== undefined && { retryAt: now + said.ttlHintSeconds * 1_000 }),
})

const UNKNOWN = { literalIsPublic: undefined, provider: undefined, didYouMean: undefined } as const

/** In the order of PATTERNS, which starts with plus addressing. */
const patternsOf = ({ localContent }: Mailbox, { patterns = [] }: Scenario): readonly Pattern[] =>
  /^[^+]+\+[^+]/.test(localContent) ? ['plus_addressing', ...patterns] : patterns

/** A domain other than the given one. */
const meantInstead = ({ domain }: Mailbox): string =>
  domain.kind === 'name' && domain.ascii === 'example.com' ? 'example.org' : 'example.com'
