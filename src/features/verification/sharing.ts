// Between verifications and the signal pool: who shares, what a result contributes, and what a pool's answer replaces.
import { iso } from '../../kernel/clock.js'
import type { Caller } from '../accounts/index.js'
import type { SharedResult, SharedRoute } from '../pool/events.js'
import { type Pool, type PoolAnswer, poolOf } from '../pool/index.js'
import type { Pooled } from './engine/facts.js'
import type { MailRoute } from './engine/route.js'
import { asciiDomainOf, type VerdictRow } from './verdict.js'

/** Whether a request to share takes effect: the free plan reads the signal pool but does not contribute to it. */
export const sharingOf = ({ plan }: Caller, requested: boolean): 'off' | 'on' | 'ignored-plan' =>
  !requested ? 'off' : plan === 'free' ? 'ignored-plan' : 'on'

/** The pool that addresses are looked up in, and whether results are contributed to it. */
export interface Membership {
  readonly pool: string
  readonly share: boolean
}

export const membershipOf = (caller: Caller, requested: boolean): Membership => ({
  pool: poolOf(caller),
  share: sharingOf(caller, requested) === 'on',
})

/** Maximum TTL of a shared result. */
const MAX_TTL_SECONDS = 86_400

export type ResultOf = ReturnType<typeof createResultOf>

/** Builds the result that a member contributes to its pool. */
export const createResultOf =
  ({ pool }: { readonly pool: Pick<Pool, 'addressOf'> }) =>
  /**
   * Undefined when there is nothing to contribute: the member does not share, DNS was not queried or failed, or the
   * pool itself answered; nor for parked domains and black holes, which a pool's answer cannot tell from others.
   * @param address the pool's hash of the address, if already computed
   */
  (membership: Membership, { facts, verdict }: VerdictRow, address?: string): SharedResult | undefined => {
    if (!membership.share) return undefined
    const { parsed, routed, fromPool, provider } = facts
    const domain = asciiDomainOf(verdict)
    const route = routed && sharedRoute(routed.route)
    if (!parsed.ok || domain === null || !route || fromPool || routed.ttl === undefined) return undefined
    return {
      address: address ?? pool.addressOf(membership.pool, parsed.mailbox.canonical),
      domain,
      route,
      provider: provider ?? null,
      valid: verdict.valid,
      disposable: verdict.checks.disposable,
      role: verdict.checks.role,
      checkedAt: iso(routed.checkedAt),
      ttl: Math.min(Math.floor(routed.ttl), MAX_TTL_SECONDS),
    }
  }

function sharedRoute(route: MailRoute): SharedRoute | undefined {
  switch (route.kind) {
    case 'no_records':
      return route.nameExists ? 'no_records' : 'no_name'
    case 'temporary':
      return undefined
    case 'implicit':
      return route.parked ? undefined : route.kind
    case 'explicit':
      return route.blackHole ? undefined : route.kind
    default:
      return route.kind
  }
}

/** The part of a pool's answer that replaces DNS. */
export const pooledOf = ({ route, provider, checkedAt, ttl, confidence, validations }: PoolAnswer): Pooled => ({
  routed: { route: mailRoute(route), checkedAt: Date.parse(checkedAt), ttl },
  provider: provider ?? undefined,
  confidence,
  validations,
})

/** A pool stores the mailbox provider, but not the names of the mail exchanges. */
function mailRoute(route: SharedRoute): MailRoute {
  switch (route) {
    case 'no_name':
      return { kind: 'no_records', nameExists: false }
    case 'no_records':
      return { kind: 'no_records', nameExists: true }
    case 'implicit':
    case 'null_mx':
      return { kind: route }
    default:
      return { kind: route, exchanges: [] }
  }
}
