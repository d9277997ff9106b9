import { MINUTE_MS } from '../../../../kernel/time.js'
import type { Facts, Pattern } from '../facts.js'
import { type Deliverability, deliverabilityOf } from './outcome.js'
import { type Decision, type Reason, V2_REASONS, type V2Reason } from './reasonCodes.js'
import { REASONS } from './reasons.js'
import { ttlHint } from './ttlHint.js'

export type DnsSignal = 'resolves' | 'no_records' | 'timeout' | 'error' | 'not_checked'
export type MxSignal = 'present' | 'absent' | 'timeout' | 'error' | 'not_checked'
type SignalGroup = 'dns' | 'mx'

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
    readonly acceptAll: 'unknown'
    readonly patterns: readonly Pattern[]
  }
  readonly runtime: {
    readonly status: 'ok' | 'degraded'
    /** The groups that timed out or failed. */
    readonly unresolvedGroups: readonly SignalGroup[]
  }
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

function signalsOf(outcome: Deliverability): RouteSignals {
  switch (outcome.kind) {
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
      return { dns: 'resolves', mx: 'absent', reason: outcome.isPublic ? 'address_literal' : 'mx_absent' }
    case 'implicit':
      return { dns: 'resolves', mx: 'absent', reason: 'implicit_mx' }
    case 'explicit':
      return { dns: 'resolves', mx: 'present' }
    case 'temporary': {
      const { failed, how, exchanges } = outcome
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

/**
 * v2's default policy: the worst reason decides, unless the operator's own lists do. If DNS failed, the decision is
 * otherwise always review with a hint of 0 seconds, because the missing facts may outweigh all others.
 */
export function judgeV2(facts: Facts, now: number): V2Verdict {
  const { patterns } = facts
  const outcome = deliverabilityOf(facts)
  const { dns, mx, reason } = signalsOf(outcome)
  const groups: SignalGroup[] = []
  if (isUnresolved(dns)) groups.push('dns')
  if (isUnresolved(mx)) groups.push('mx')
  const degraded = groups.length > 0

  const codes: V2Reason[] = [...patterns]
  const operator = facts.domain?.operator?.list
  if (facts.domain?.disposable && operator !== 'deny') codes.push('disposable')
  if (facts.domain?.privacyRelay) codes.push('privacy_relay')
  if (outcome.kind === 'literal' && !outcome.isPublic) codes.push('address_literal')
  if (reason && !degraded) codes.push(reason)
  codes.sort((a, b) => (RANK.get(a) ?? 0) - (RANK.get(b) ?? 0))
  if (reason && degraded) codes.unshift(reason)
  if (operator) codes.unshift(operator === 'deny' ? 'denied_by_operator' : 'allowed_by_operator')
  const first = codes[0] ?? 'deliverable'

  // A failed lookup is never cached, so it was made just now; one that timed out has no time of its own.
  const checkedAt = wholeMinute(degraded ? now : (facts.routed?.checkedAt ?? now))
  return {
    decision: REASONS[first].category,
    reasons: codes.length === 0 ? [REASONS.deliverable] : codes.map((code) => REASONS[code]),
    signals: {
      syntax: facts.parsed.ok ? 'valid' : 'invalid',
      dns,
      mx,
      disposable: facts.domain?.disposable !== undefined,
      acceptAll: 'unknown',
      patterns,
    },
    runtime: { status: degraded ? 'degraded' : 'ok', unresolvedGroups: groups },
    ttlHintSeconds: degraded ? 0 : ttlHint(facts.routed?.ttl, wholeMinute(now) - checkedAt),
    checkedAt,
  }
}
