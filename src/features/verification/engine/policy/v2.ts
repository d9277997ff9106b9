// Judges an address for v2: allow, review or deny, with reasons.
import type { AcceptAll, MailboxResult } from '../../../../kernel/ports/mailboxes.js'
import { MINUTE_MS } from '../../../../kernel/time.js'
import type { DomainFacts, Facts, MailboxFacts, OperatorEntry, Pattern } from '../facts.js'
import { normalizedOf } from '../normalize.js'
import { type Deliverability, deliverabilityOf, isRefused } from './deliverability.js'
import { type Decision, type Reason, V2_REASONS, type V2Reason } from './reasonCodes.js'
import { REASONS } from './reasons.js'
import { ttlHint } from './ttlHint.js'

export type DnsSignal = 'resolves' | 'no_records' | 'timeout' | 'error' | 'not_checked'
export type MxSignal = 'present' | 'absent' | 'timeout' | 'error' | 'not_checked'
type SignalGroup = 'dns' | 'mx' | 'mailbox'

/** The part of the specification's V2VerificationResult that follows from the facts. */
export interface V2Verdict {
  readonly decision: Decision
  /** The deciding reason first, then by severity, worst first; at least one. */
  readonly reasons: readonly Reason[]
  readonly signals: {
    readonly syntax: 'valid' | 'invalid'
    readonly dns: DnsSignal
    readonly mx: MxSignal
    readonly disposable: boolean
    readonly acceptAll: AcceptAll
    /** What the mail server says about the mailbox; undefined unless the caller asked for it. */
    readonly mailbox?: MailboxResult | undefined
    readonly patterns: readonly Pattern[]
  }
  readonly runtime: {
    readonly status: 'ok' | 'degraded'
    /** The groups that timed out or failed. */
    readonly unresolvedGroups: readonly SignalGroup[]
  }
  /** The whole corrected address, if it was probably mistyped. */
  readonly didYouMean: string | undefined
  /** For finding duplicates, not for sending (`normalizeAddress`); undefined if the syntax is invalid. */
  readonly normalizedEmail: string | undefined
  /** Number of seconds for which the answer remains valid; 0 only when degraded. */
  readonly ttlHintSeconds: number
  /**
   * When the address was checked, milliseconds since the epoch; for a cached route, when DNS was queried. Rounded down
   * to the minute: another account may have filled the cache, and its exact request time must not be revealed.
   */
  readonly checkedAt: number
}

interface RouteSignals {
  readonly dns: DnsSignal
  readonly mx: MxSignal
  readonly reason?: V2Reason
}

function signalsOf(deliverability: Deliverability): RouteSignals {
  switch (deliverability.kind) {
    case 'syntax_invalid':
      return { dns: 'not_checked', mx: 'not_checked', reason: 'syntax_invalid' }
    case 'reserved':
      return { dns: 'no_records', mx: 'absent', reason: 'reserved_domain' }
    case 'no_records':
      return { dns: 'no_records', mx: 'absent', reason: 'no_records' }
    case 'null_mx':
      return { dns: 'resolves', mx: 'absent', reason: 'null_mx' }
    case 'no_target':
    case 'not_public':
      return { dns: 'resolves', mx: 'absent', reason: 'mx_absent' }
    case 'literal':
      return { dns: 'resolves', mx: 'absent', reason: deliverability.isPublic ? 'address_literal' : 'mx_absent' }
    case 'implicit':
      return { dns: 'resolves', mx: 'absent', reason: deliverability.parked ? 'parked_domain' : 'implicit_mx' }
    case 'explicit':
      return deliverability.blackHole
        ? { dns: 'resolves', mx: 'present', reason: 'blackhole_mx' }
        : { dns: 'resolves', mx: 'present' }
    case 'temporary': {
      const { failed, how, exchanges } = deliverability
      const reason = how === 'timeout' ? 'dns_timeout' : 'dns_error'
      if (failed === 'mx') return { dns: how, mx: how, reason }
      // The MX query was answered, but not those of its targets: the domain resolves, a usable MX is unconfirmed.
      if (exchanges.length > 0) return { dns: 'resolves', mx: how, reason }
      // That there is no MX is certain; whether the domain's own address accepts mail is not.
      return { dns: how, mx: 'absent', reason }
    }
  }
}

const isUnresolved = (signal: DnsSignal | MxSignal): boolean => signal === 'timeout' || signal === 'error'

const WEIGHT: Readonly<Record<Decision, number>> = { deny: 0, review: 1, allow: 2 }
const wholeMinute = (milliseconds: number): number => milliseconds - (milliseconds % MINUTE_MS)

const RANK = new Map<string, number>(V2_REASONS.map((code, i) => [code, WEIGHT[REASONS[code].category] * 100 + i]))

/** What v2's default policy decides, and by which reasons. */
export interface DefaultDecision {
  readonly decision: Decision
  /** The deciding reason first, then by severity, worst first; at least one. */
  readonly reasons: readonly V2Reason[]
}

/** Shared: most addresses have this one. */
const ALLOWED: DefaultDecision = { decision: 'allow', reasons: ['deliverable'] }

/** The decision alone, without what an answer of v2 adds to it; see `judgeV2`. @param deliverability what follows from the facts */
export function decideV2(facts: Facts, deliverability: Deliverability = deliverabilityOf(facts)): DefaultDecision {
  const { parsed, domain, patterns, concerns } = facts
  const { reason } = signalsOf(deliverability)
  const degraded = deliverability.kind === 'temporary'
  const codes: V2Reason[] = [...patterns, ...concerns]
  const operator = domain?.operator?.list
  if (domain?.disposable && operator !== 'deny') codes.push('disposable')
  if (domain?.privacyRelay) codes.push('privacy_relay')
  // A malformed address, or one that imitates another, has its own reason; the correction is shown beside it.
  if (parsed.ok && facts.didYouMean !== undefined && !domain?.confusable) codes.push('probable_typo')
  if (facts.role) codes.push('role_account')
  if (facts.knownBounce) codes.push('known_bounce')
  if (facts.mailbox) pushMailbox(codes, facts.mailbox)
  if (deliverability.kind === 'literal' && !deliverability.isPublic) codes.push('address_literal')
  if (reason && !degraded) codes.push(reason)
  return decided(codes, reason && degraded ? reason : undefined, operator)
}

function pushMailbox(codes: V2Reason[], mailbox: MailboxFacts): void {
  if (isRefused(mailbox)) codes.push('no_such_mailbox')
  else if (mailbox.result === 'full') codes.push('mailbox_full')
  else if (mailbox.result === 'accept_all') codes.push('accept_all')
}

/**
 * @param codes in any order; changed
 * @param failed the reason of a failed lookup, which outweighs all others but the operator's
 */
function decided(
  codes: V2Reason[],
  failed: V2Reason | undefined,
  operator: OperatorEntry['list'] | undefined,
): DefaultDecision {
  if (codes.length > 1) codes.sort((a, b) => (RANK.get(a) ?? 0) - (RANK.get(b) ?? 0))
  if (failed) codes.unshift(failed)
  if (operator) codes.unshift(operator === 'deny' ? 'denied_by_operator' : 'allowed_by_operator')
  return codes.length === 0 ? ALLOWED : { decision: REASONS[codes[0]!].category, reasons: codes }
}

/** Reasons that follow from the lists and the domain alone. */
const BY_LISTS = new Set<V2Reason>([
  'denied_by_operator',
  'allowed_by_operator',
  'disposable',
  'privacy_relay',
  'probable_typo',
  'deliverable',
])

/**
 * What the policy would decide by other lists, without the address: what its local part, its route and its syntax said
 * remains.
 * @param reasons that were found
 * @param domain of the address, by the other lists
 */
export function decideAgain(reasons: readonly V2Reason[], domain: DomainFacts): DefaultDecision {
  const failed = reasons.find((reason) => reason === 'dns_timeout' || reason === 'dns_error')
  const codes = reasons.filter((reason) => reason !== failed && !BY_LISTS.has(reason))
  const operator = domain.operator?.list
  if (domain.disposable && operator !== 'deny') codes.push('disposable')
  if (domain.privacyRelay) codes.push('privacy_relay')
  if (domain.meant !== undefined && !domain.confusable) codes.push('probable_typo')
  return decided(codes, failed, operator)
}

/**
 * v2's default policy: the worst reason decides, unless the operator's own lists do. If DNS failed, the decision is
 * otherwise always review with a hint of 0 seconds, because the missing facts may outweigh all others.
 * @param decided what `decideV2` made of the facts, if that is known
 */
export function judgeV2(facts: Facts, now: number, decided?: DefaultDecision): V2Verdict {
  const { parsed, domain, patterns, mailbox } = facts
  const deliverability = deliverabilityOf(facts)
  const { dns, mx } = signalsOf(deliverability)
  const groups: SignalGroup[] = []
  if (isUnresolved(dns)) groups.push('dns')
  if (isUnresolved(mx)) groups.push('mx')
  const degraded = groups.length > 0
  if (mailbox && !mailbox.final && !degraded) groups.push('mailbox')
  const { decision, reasons } = decided ?? decideV2(facts, deliverability)

  // A failed lookup is never cached, so it was made just now; one that timed out has no time of its own.
  const checkedAt = wholeMinute(degraded ? now : (facts.routed?.checkedAt ?? now))
  return {
    decision,
    reasons: reasons.map((code) => REASONS[code]),
    signals: {
      syntax: parsed.ok ? 'valid' : 'invalid',
      dns,
      mx,
      disposable: domain?.disposable !== undefined,
      acceptAll: mailbox?.acceptAll ?? 'unknown',
      mailbox: mailbox?.result,
      patterns,
    },
    runtime: { status: groups.length > 0 ? 'degraded' : 'ok', unresolvedGroups: groups },
    didYouMean: facts.didYouMean,
    normalizedEmail: normalizedOf(parsed)?.normalized,
    ttlHintSeconds: degraded
      ? 0
      : (mailbox?.ttlHintSeconds ?? ttlHint(facts.routed?.ttl, wholeMinute(now) - checkedAt)),
    checkedAt,
  }
}

/**
 * Whether anything but a failed lookup keeps the decision from being `allow`.
 * @param reasons of a decision, in its order
 */
export function isDoubtful(reasons: readonly V2Reason[]): boolean {
  const [first] = reasons
  if (first === 'allowed_by_operator' || first === 'denied_by_operator') return first === 'denied_by_operator'
  return reasons.some((code) => code !== 'dns_timeout' && code !== 'dns_error' && !allows(code))
}

const allows = (code: V2Reason): boolean => REASONS[code].category === 'allow'
