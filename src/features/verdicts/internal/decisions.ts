// The decisions in the events of an account's usage.
import type { Recorded } from '../../../kernel/envelope.js'
import type {
  AddressesVerified,
  AddressVerified,
  RecordedRuling,
  Route,
  VerdictStatus,
} from '../../verification/events.js'
import {
  codeAt,
  type Decision,
  type DefaultDecision,
  keyEnd,
  listsVersion,
  parseJudgement,
  rulingAt,
  statusOf,
  suggestionsOf,
  type V2Reason,
  v1ReasonOf,
} from '../../verification/index.js'

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
  /** What the account's own rules made of it: the decision, unless a rule decided otherwise. */
  readonly action: Decision | null
  /** Name of the rule that decided; null if none did. */
  readonly rule: string | null
  /** Version of the rules; 0 before the first. */
  readonly rulesVersion: number
  /** What would be decided by today's lists; null if the decision or its domain was not recorded. */
  readonly today: (DefaultDecision & { readonly lists: string }) | null
}

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

/** Number of addresses in an event. */
export const rowCount = ({ type, data }: UsageEvent): number => (type === 'AddressVerified' ? 1 : data.status.length)

/** The decision of a row of an event; undefined if it does not match. */
export function decisionAt(
  event: UsageEvent,
  row: number,
  filter: DecisionFilter,
): Omit<DecisionView, 'today'> | undefined {
  const { requestId, address } = filter
  if (requestId !== undefined && event.meta.correlationId !== requestId) return undefined
  // Lists have no hashes.
  if (address !== undefined && (event.type !== 'AddressVerified' || event.data.address !== address)) return undefined
  const view = event.type === 'AddressVerified' ? singleView(event) : rowView(event, row)
  return matches(view, filter) ? view : undefined
}

const matches = ({ decision, reasons, rule, domain }: Omit<DecisionView, 'today'>, filter: DecisionFilter): boolean =>
  (filter.decision === undefined || filter.decision === decision) &&
  (filter.rule === undefined || filter.rule === rule) &&
  (filter.domain === undefined || filter.domain === domain) &&
  (filter.reason === undefined || reasons?.some((reason) => reason === filter.reason) === true)

/** @returns the decision with what today's lists would change about it */
export const withToday = (view: Omit<DecisionView, 'today'>, decideAgain: DecideAgain): DecisionView => ({
  ...view,
  today: view.reasons && view.domain !== null ? decideAgain(view.reasons, view.domain) : null,
})

const DELIVERABLE: readonly V2Reason[] = ['deliverable']

function singleView({ id, recordedAt, meta, data }: Recorded<AddressVerified>): Omit<DecisionView, 'today'> {
  const { api, key, domain, status, reason, decision, provider, disposable, role, free, lists } = data
  const isRecorded = decision !== null
  return {
    id,
    at: recordedAt,
    requestId: meta.correlationId,
    api,
    row: null,
    key: key === null ? null : keyEnd(key),
    domain,
    status,
    reason,
    decision,
    reasons: isRecorded ? ((data.reasons as readonly V2Reason[] | undefined) ?? DELIVERABLE) : null,
    route: isRecorded ? (data.route ?? 'explicit') : null,
    suggestion: data.suggestion ?? null,
    provider,
    disposable,
    role,
    free,
    lists: lists === null ? null : listsVersion(lists),
    ...ruledBy(data.ruling, decision),
  }
}

function rowView(
  { id, recordedAt, meta, data }: Recorded<AddressesVerified>,
  row: number,
): Omit<DecisionView, 'today'> {
  const { key, domains, providers, lists } = data
  const domain = data.domain[row]!
  const flags = Number(data.flags[row])
  const code = codeAt(data, row, data.status.length)
  const { decision, reasons, route } = code ? parseJudgement(code) : UNRECORDED
  return {
    id: `${id}.${row}`,
    at: recordedAt,
    requestId: meta.correlationId,
    api: 'call',
    row,
    key: key === null ? null : keyEnd(key),
    domain: domains[domain] ?? null,
    status: statusOf(data.status[row]!),
    reason: v1ReasonOf(data.reason[row]!) ?? null,
    decision,
    reasons,
    route,
    suggestion: suggestionsOf(data).get(row) ?? null,
    provider: providers?.[data.provider?.[domain] ?? -1] ?? null,
    disposable: (flags & 1) !== 0,
    role: (flags & 2) !== 0,
    free: (flags & 4) !== 0,
    lists: lists === null ? null : listsVersion(lists),
    ...ruledBy(rulingAt(data.rulings, row, data.status.length), decision),
  }
}

const ruledBy = (ruling: RecordedRuling | undefined, decision: Decision | null) => ({
  action: ruling?.action ?? decision,
  rule: ruling?.rule ?? null,
  rulesVersion: ruling?.version ?? 0,
})

const UNRECORDED = { decision: null, reasons: null, route: null }
