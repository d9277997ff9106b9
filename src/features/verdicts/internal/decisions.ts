// The decisions in the events of an account's usage.
import type { Recorded } from '../../../kernel/envelope.js'
import type { AddressesVerified, AddressVerified, Route, VerdictStatus } from '../../verification/events.js'
import { type Decision, type DefaultDecision, keyEnd, listsVersion, type V2Reason } from '../../verification/index.js'
import type { VerifiedRow } from './verifiedRows.js'

/** What was answered about an address, and by what. `null`: none, or not recorded. */
export interface DecisionView {
  readonly id: string
  readonly at: string
  readonly requestId: string
  readonly api: 'v1' | 'v2' | 'call'
  /** Index of the address in a synchronous batch. */
  readonly row: number | null
  /** The end of the API key's id. */
  readonly key: string | null
  readonly domain: string | null
  /** Masked; only if the account keeps addresses, and the syntax was valid. */
  readonly address: string | null
  readonly status: VerdictStatus
  readonly reason: string | null
  readonly decision: Decision | null
  readonly reasons: readonly V2Reason[] | null
  readonly route: Route | null
  readonly suggestion: string | null
  readonly provider: string | null
  readonly disposable: boolean
  readonly role: boolean
  readonly free: boolean
  readonly lists: string | null
  /** What the account's own rules made of it: the decision, unless a rule decided otherwise. */
  readonly action: Decision | null
  /** Name of the rule that decided; null if none did. */
  readonly rule: string | null
  /** Version of the rules; 0 before the first. */
  readonly rulesVersion: number
  /** What would be decided by today's lists; null if the decision or its domain was not recorded. */
  readonly today: (DefaultDecision & { readonly lists: string }) | null
}

/** A decision as its event has it. */
export type FoundDecision = Omit<DecisionView, 'today' | 'address'>

/** What decisions must match. */
export interface DecisionFilter {
  readonly decision?: Decision | undefined
  readonly reason?: string | undefined
  /** Name of the rule that decided. */
  readonly rule?: string | undefined
  /** A-labels. */
  readonly domain?: string | undefined
  readonly requestId?: string | undefined
  /** Keyed hash of the address. */
  readonly address?: number | undefined
}

export type UsageEvent = Recorded<AddressVerified | AddressesVerified>
export type DecideAgain = (reasons: readonly V2Reason[], domain: string) => DefaultDecision & { readonly lists: string }

/**
 * The decision of a row of an event; undefined if it does not match.
 * @param rowAt reads the event's rows
 */
export function decisionAt(
  event: UsageEvent,
  rowAt: (row: number) => VerifiedRow,
  row: number,
  filter: DecisionFilter,
): FoundDecision | undefined {
  const { requestId, address } = filter
  if (requestId !== undefined && event.meta.correlationId !== requestId) return undefined
  // Lists have no hashes.
  if (address !== undefined && (event.type !== 'AddressVerified' || event.data.address !== address)) return undefined
  const view = viewOf(event, row, rowAt(row))
  return matches(view, filter) ? view : undefined
}

const matches = ({ decision, reasons, rule, domain }: FoundDecision, filter: DecisionFilter): boolean =>
  (filter.decision === undefined || filter.decision === decision) &&
  (filter.rule === undefined || filter.rule === rule) &&
  (filter.domain === undefined || filter.domain === domain) &&
  (filter.reason === undefined || reasons?.some((reason) => reason === filter.reason) === true)

/** What today's lists would change about a decision. */
export const todayOf = ({ reasons, domain }: FoundDecision, decideAgain: DecideAgain): DecisionView['today'] =>
  reasons && domain !== null ? decideAgain(reasons, domain) : null

function viewOf(event: UsageEvent, row: number, { pooled, mistyped, ruling, ...verified }: VerifiedRow): FoundDecision {
  const { id, recordedAt, meta, type, data } = event
  const isSingle = type === 'AddressVerified'
  return {
    id: isSingle ? id : `${id}.${row}`,
    at: recordedAt,
    requestId: meta.correlationId,
    api: isSingle ? data.api : 'call',
    row: isSingle ? null : row,
    key: data.key === null ? null : keyEnd(data.key),
    ...verified,
    lists: data.lists === null ? null : listsVersion(data.lists),
    action: ruling?.action ?? verified.decision,
    rule: ruling?.rule ?? null,
    rulesVersion: ruling?.version ?? 0,
  }
}
