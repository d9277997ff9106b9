// The rows of events of verifications, one by one: what was answered about each address.
import type { Recorded } from '../../../kernel/envelope.js'
import type { BatchChunkVerified } from '../../batches/events.js'
import type { RecordedMailbox } from '../../mailboxes/events.js'
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
  parseJudgement,
  parseRuling,
  rulingAt,
  statusOf,
  suggestionsOf,
  type V2Reason,
  v1ReasonOf,
} from '../../verification/index.js'

export type Verified = AddressVerified | AddressesVerified | BatchChunkVerified

/** What was answered about an address. `null`: none, or not recorded. */
export interface VerifiedRow {
  readonly status: VerdictStatus
  /** v1's reason. */
  readonly reason: string | null
  readonly decision: Decision | null
  /** The deciding one first. */
  readonly reasons: readonly V2Reason[] | null
  readonly route: Route | null
  /** A-labels. */
  readonly domain: string | null
  readonly suggestion: string | null
  /** Whether another domain was suggested. */
  readonly mistyped: boolean | null
  readonly provider: string | null
  readonly disposable: boolean
  readonly role: boolean
  readonly free: boolean
  /** Whether the signal pool answered. */
  readonly pooled: boolean | null
  /** What the account's own rules decided; undefined without rules. Rows of jobs do not have the version. */
  readonly ruling: Partial<RecordedRuling> | undefined
  /** What the mail server said; undefined unless it was to be asked, and for rows of jobs, whose servers are asked later. */
  readonly mailbox: RecordedMailbox | undefined
}

/** Number of addresses in an event. */
export function rowCount({ type, data }: Recorded<Verified>): number {
  if (type === 'AddressVerified') return 1
  return type === 'AddressesVerified' ? data.status.length : data.to - data.from
}

/** Reads the rows of an event by their index in it. */
export function rowsIn(event: Recorded<Verified>): (row: number) => VerifiedRow {
  switch (event.type) {
    case 'AddressVerified':
      return () => singleRow(event.data)
    case 'AddressesVerified':
      return callRows(event.data)
    case 'BatchChunkVerified':
      return chunkRows(event.data)
  }
}

const DELIVERABLE: readonly V2Reason[] = ['deliverable']

function singleRow(data: AddressVerified['data']): VerifiedRow {
  const { domain, status, reason, decision, provider, disposable, role, free, pool } = data
  const isRecorded = decision !== null
  return {
    status,
    reason,
    decision,
    reasons: isRecorded ? ((data.reasons as readonly V2Reason[] | undefined) ?? DELIVERABLE) : null,
    route: isRecorded ? (data.route ?? 'explicit') : null,
    domain,
    suggestion: data.suggestion ?? null,
    mistyped: isRecorded ? data.suggestion !== undefined : null,
    provider,
    disposable,
    role,
    free,
    pooled: (pool?.hits ?? 0) > 0,
    ruling: data.ruling,
    mailbox: data.mailbox,
  }
}

const DISPOSABLE = 1
const ROLE = 2
const FREE = 4

const flagsOf = (bits: number) => ({
  disposable: (bits & DISPOSABLE) !== 0,
  role: (bits & ROLE) !== 0,
  free: (bits & FREE) !== 0,
})

const UNRECORDED = { decision: null, reasons: null, route: null }

const judgementOf = (code: string | undefined) => (code ? parseJudgement(code) : UNRECORDED)

function callRows(data: AddressesVerified['data']): (row: number) => VerifiedRow {
  const { status, reason, flags, domains, providers, provider, pool } = data
  const suggestions = suggestionsOf(data)
  const hits = pool?.hits ?? 0
  // The event has only the number of rows that the pool answered.
  const pooled = hits === 0 ? false : hits === status.length ? true : null
  return (row) => {
    const domain = data.domain[row]!
    const code = codeAt(data, row, status.length)
    return {
      status: statusOf(status[row]!),
      reason: v1ReasonOf(reason[row]!) ?? null,
      ...judgementOf(code),
      domain: domains[domain] ?? null,
      suggestion: suggestions.get(row) ?? null,
      mistyped: code === undefined ? null : suggestions.has(row),
      provider: providers?.[provider?.[domain] ?? -1] ?? null,
      ...flagsOf(Number(flags[row])),
      pooled,
      ruling: rulingAt(data.rulings, row, status.length),
      mailbox: undefined,
    }
  }
}

function chunkRows({ results }: BatchChunkVerified['data']): (row: number) => VerifiedRow {
  const { status, reason, flags, providers, provider, meant, pooled, rulings } = results
  return (row) => ({
    status: statusOf(status[row]!),
    reason: v1ReasonOf(reason[row]!) ?? null,
    ...judgementOf(codeAt(results, row, status.length)),
    domain: null,
    suggestion: meant[row] ?? null,
    mistyped: meant[row] !== undefined,
    provider: providers[provider[row]!] ?? null,
    // The second of two hex digits; the first has bits that are not flags of the address.
    ...flagsOf(Number.parseInt(flags[2 * row + 1]!, 16)),
    pooled: pooled?.[row] !== undefined,
    ruling: rulings && parseRuling(codeAt(rulings, row, status.length) ?? ''),
    mailbox: undefined,
  })
}
