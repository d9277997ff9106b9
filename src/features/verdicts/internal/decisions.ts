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
  /** What would be decided by today's lists; null if the decision or its domain was not recorded. */
  readonly today: (DefaultDecision & { readonly lists: string }) | null
}

/** What decisions must match. */
export interface DecisionFilter {
  readonly decision?: Decision | undefined
  readonly reason?: string | undefined
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
): Omit<DecisionView, 'today'> | undefined {
  const { requestId, address } = filter
  if (requestId !== undefined && event.meta.correlationId !== requestId) return undefined
  // Lists have no hashes.
  if (address !== undefined && (event.type !== 'AddressVerified' || event.data.address !== address)) return undefined
  const view = viewOf(event, row, rowAt(row))
  return matches(view, filter) ? view : undefined
}

const matches = ({ decision, reasons, domain }: Omit<DecisionView, 'today'>, filter: DecisionFilter): boolean =>
  (filter.decision === undefined || filter.decision === decision) &&
  (filter.domain === undefined || filter.domain === domain) &&
  (filter.reason === undefined || reasons?.some((reason) => reason === filter.reason) === true)

/** @returns the decision with what today's lists would change about it */
export const withToday = (view: Omit<DecisionView, 'today'>, decideAgain: DecideAgain): DecisionView => ({
  ...view,
  today: view.reasons && view.domain !== null ? decideAgain(view.reasons, view.domain) : null,
})

function viewOf(
  event: UsageEvent,
  row: number,
  { pooled, mistyped, ...verified }: VerifiedRow,
): Omit<DecisionView, 'today'> {
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
  }
}
