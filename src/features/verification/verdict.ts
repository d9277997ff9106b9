// Verdicts as the log records them, and what they cost.

import { recordedMailbox } from '../mailboxes/encoding.js'
import { type Judgement, keyOf, listsOf } from './encoding.js'
import type { Facts } from './engine/facts.js'
import type { V1Verdict } from './engine/policy/v1.js'
import type { AddressVerified, RecordedRuling } from './events.js'

/**
 * Whether a verdict counts towards the monthly quota: results that DNS could not confirm are free, and so are those for which the
 * caller wanted to know about the mailbox and no server has answered yet.
 */
export const isCharged = ({ isKnownValidFallback, isDnsFallback, mailbox }: V1Verdict): boolean =>
  !isKnownValidFallback && !isDnsFallback && (mailbox === undefined || mailbox.final)

/** A-labels; null for an address literal or invalid syntax. */
export const asciiDomainOf = ({ checks, domain }: Pick<V1Verdict, 'checks' | 'domain'>): string | null =>
  checks.syntax && !domain.startsWith('[') ? domain : null

export const suggestedDomainOf = ({ didYouMean }: Pick<V1Verdict, 'didYouMean'>): string | undefined =>
  didYouMean?.slice(didYouMean.lastIndexOf('@') + 1)

type Data = AddressVerified['data']

/** Members of the event that do not follow from what was judged. */
interface Request extends Pick<Data, 'account' | 'api' | 'durationUs'> {
  /** Keyed hash of the address. */
  readonly address: number
  /** Id of the API key. */
  readonly key: string
  readonly notify?: Data['notify'] | undefined
  readonly sealed?: Data['sealed'] | undefined
  /** Whether the account reports outcomes. */
  readonly tracked?: boolean
  readonly pool?: Data['pool'] | undefined
  readonly share?: Data['share'] | undefined
}

/** The event of a single verification. */
export function addressVerified(
  { facts, verdict, judgement, ruling }: JudgedRow,
  { account, api, durationUs, address, key, notify, sealed, tracked, pool, share }: Request,
): AddressVerified {
  const { decision, reasons, route } = judgement
  const data: { -readonly [member in keyof Data]: Data[member] } = {
    account,
    api,
    status: verdict.status,
    valid: verdict.valid,
    reason: verdict.reason ?? null,
    disposable: verdict.checks.disposable,
    role: verdict.checks.role,
    free: verdict.checks.free,
    domain: asciiDomainOf(verdict),
    provider: facts.provider ?? null,
    durationUs,
    charged: isCharged(verdict) ? 1 : 0,
    decision,
    lists: listsOf(facts.lists),
    address,
    key: keyOf(key),
  }
  // Assigned one by one: object spread defeats V8's optimisations, both here and wherever the event is read.
  if (reasons.length > 1 || reasons[0] !== 'deliverable') data.reasons = reasons
  if (route !== 'explicit') data.route = route
  const suggestion = suggestedDomainOf(verdict)
  if (suggestion !== undefined) data.suggestion = suggestion
  if (facts.mailbox !== undefined) data.mailbox = recordedMailbox(facts.mailbox)
  if (ruling !== undefined) data.ruling = ruling.recorded
  if (notify !== undefined) data.notify = notify
  if (sealed !== undefined) data.sealed = sealed
  if (tracked) data.tracked = true
  if (pool !== undefined) data.pool = pool
  if (share !== undefined) data.share = share
  return { type: 'AddressVerified', data }
}

export interface VerdictRow {
  readonly facts: Facts
  readonly verdict: V1Verdict
}

export interface JudgedRow extends VerdictRow {
  readonly judgement: Judgement
  readonly ruling?: { readonly recorded: RecordedRuling } | undefined
}

export function summarise(rows: readonly Pick<VerdictRow, 'verdict'>[]): {
  total: number
  valid: number
  invalid: number
  unknown: number
} {
  const count = { total: rows.length, valid: 0, invalid: 0, unknown: 0 }
  for (const { verdict } of rows) count[verdict.status]++
  return count
}
