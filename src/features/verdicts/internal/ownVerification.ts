// One row of an account's own export of verifications.
import { type Columns, nullable, required } from '../../../kernel/dataset.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { idOf } from '../../../kernel/stream.js'
import { keyEnd, listsVersion } from '../../verification/index.js'
import { type MailboxCells, mailboxCells, mailboxColumns } from './mailboxCells.js'
import type { VerificationRow } from './verificationRow.js'
import type { Verified, VerifiedRow } from './verifiedRows.js'

type SameAsInExports =
  | 'rowPosition'
  | 'api'
  | 'addressHash'
  | 'emailDomain'
  | 'provider'
  | 'status'
  | 'v1Reason'
  | 'decision'
  | 'decidingReason'
  | 'reasons'
  | 'route'
  | 'isDisposable'
  | 'isRole'
  | 'isFree'
  | 'isMistyped'
  | 'suggestedDomain'
  | 'isPooled'
  | 'durationMs'
  | 'listsVersion'
  | 'ruleAction'

/** A verified address as its account may see it: members have the names that they have in the operator's export. */
export interface OwnVerification extends Pick<VerificationRow, SameAsInExports>, MailboxCells {
  readonly occurredAt: string
  readonly requestId: string | null
  readonly apiKey: string | null
  readonly batchId: string | null
  readonly batchRow: number | null
  readonly ruleName: string | null
}

export const ownVerificationColumns: Columns<OwnVerification> = {
  rowPosition: required('text', 'pass it to `cursor` to go on after this row'),
  occurredAt: required('time', 'when the address was verified'),
  requestId: nullable('text', '`X-Request-ID` of the request; null in jobs'),
  api: required('text', '`v1`, `v2`, `call` (a synchronous batch) or `batch` (a job)'),
  apiKey: nullable('text', "the end of the API key's id; null up to release 1.0.0"),
  batchId: nullable('text', 'the job; null for others'),
  batchRow: nullable('integer', 'index in the synchronous batch or job, from 0; null for single ones'),
  addressHash: nullable('text', 'equal for the same address; null in batches, and up to release 1.0.0'),
  emailDomain: nullable('text', 'domain as A-labels; null in jobs, and where the address has none'),
  provider: nullable('text', 'who runs the mail servers, if known'),
  status: required('text', '`valid`, `invalid` or `unknown`'),
  v1Reason: nullable('text', "v1's reason, of invalid addresses"),
  decision: nullable('text', "v2's default decision: `allow`, `review` or `deny`; null up to release 1.0.0"),
  decidingReason: nullable('text', 'the reason for the decision'),
  reasons: nullable('texts', 'all reasons, the deciding one first'),
  route: nullable('text', 'how mail is routed'),
  isDisposable: required('boolean', 'at a service that hands out short-lived mailboxes'),
  isRole: required('boolean', 'the address of a function'),
  isFree: required('boolean', 'at a free mail provider'),
  isMistyped: nullable('boolean', 'whether another domain was suggested; null where that was not recorded'),
  suggestedDomain: nullable('text', 'the suggested domain'),
  isPooled: nullable('boolean', 'whether the signal pool answered; null where that was not recorded by row'),
  durationMs: nullable('integer', 'milliseconds from acceptance to verdict; null in batches'),
  listsVersion: nullable('text', 'version of the lists of domains; null up to release 1.0.0'),
  ...mailboxColumns,
  ruleName: nullable('text', 'name or number of the rule or list that decided; null if none did'),
  ruleAction: nullable('text', 'what it decided: `allow`, `review` or `deny`'),
}

/** Hexadecimal digits of the 42 bits of `HashAddress`. */
const HASH_DIGITS = 11

/** @param row index in the event */
export function ownVerification(
  event: Recorded<Verified>,
  row: number,
  verified: VerifiedRow,
  rowPosition: string,
): OwnVerification {
  const { type, data, recordedAt, meta, stream } = event
  const isJob = type === 'BatchChunkVerified'
  const single = type === 'AddressVerified' ? data : undefined
  return {
    rowPosition,
    occurredAt: recordedAt,
    requestId: isJob ? null : meta.correlationId,
    api: single ? single.api : isJob ? 'batch' : 'call',
    apiKey: data.key === null ? null : keyEnd(data.key),
    batchId: isJob ? idOf(stream) : null,
    batchRow: single ? null : isJob ? data.from + row : row,
    addressHash: single && single.address !== null ? single.address.toString(16).padStart(HASH_DIGITS, '0') : null,
    emailDomain: verified.domain,
    provider: verified.provider,
    status: verified.status,
    v1Reason: verified.reason,
    decision: verified.decision,
    decidingReason: verified.reasons?.[0] ?? null,
    reasons: verified.reasons,
    route: verified.route,
    isDisposable: verified.disposable,
    isRole: verified.role,
    isFree: verified.free,
    isMistyped: verified.mistyped,
    suggestedDomain: verified.suggestion,
    isPooled: verified.pooled,
    durationMs: single ? Math.round(single.durationUs / 1_000) : null,
    listsVersion: data.lists === null ? null : listsVersion(data.lists),
    ...mailboxCells(verified.mailbox),
    ruleName: verified.ruling?.rule ?? null,
    ruleAction: verified.ruling?.action ?? null,
  }
}
