// One row of the export of verifications, pseudonymised.

import { iso } from '../../../kernel/clock.js'
import type { PseudonymOf } from '../../../kernel/crypto/pseudonyms.js'
import { type Columns, nullable, required } from '../../../kernel/dataset.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { idOf } from '../../../kernel/stream.js'
import { HOUR_MS } from '../../../kernel/time.js'
import { listsVersion } from '../../verification/index.js'
import { type MailboxCells, mailboxCells, mailboxColumns } from './mailboxCells.js'
import type { Verified, VerifiedRow } from './verifiedRows.js'

/**
 * A verified address, pseudonymised for analysis: it has no identifier that the service shows (account, key, address,
 * event, batch, request, a domain that few people use), and the hour instead of the time.
 */
export interface VerificationRow extends MailboxCells {
  readonly rowPosition: string
  readonly occurredHour: string
  readonly accountHash: string
  readonly keyHash: string | null
  readonly api: string
  readonly batchHash: string | null
  readonly rowHash: string | null
  readonly addressHash: string | null
  readonly emailDomain: string | null
  readonly domainHash: string | null
  readonly provider: string | null
  readonly status: string
  readonly v1Reason: string | null
  readonly decision: string | null
  readonly decidingReason: string | null
  readonly reasons: readonly string[] | null
  readonly route: string | null
  readonly isDisposable: boolean
  readonly isRole: boolean
  readonly isFree: boolean
  readonly isMistyped: boolean | null
  readonly suggestedDomain: string | null
  readonly isPooled: boolean | null
  readonly durationMs: number | null
  readonly listsVersion: string | null
  readonly ruleHash: string | null
  readonly ruleAction: string | null
}

export const verificationColumns: Columns<VerificationRow> = {
  rowPosition: required('text', 'the hour and a random place within it: pass it to `--after` to resume'),
  occurredHour: required('time', 'start of the UTC hour in which the address was verified'),
  accountHash: required('text', 'equal for the same account, in every export'),
  keyHash: nullable('text', 'equal for the same API key; null up to release 1.0.0'),
  api: required('text', '`v1`, `v2`, `call` (a synchronous batch) or `batch` (a job)'),
  batchHash: nullable('text', 'equal for addresses of the same synchronous batch or job; null for single ones'),
  rowHash: nullable('text', 'equal for the same row of the same job, also in `mailboxes`; null for others'),
  addressHash: nullable(
    'text',
    'equal for the same address of the same account; null in batches, and up to release 1.0.0',
  ),
  emailDomain: nullable('text', 'domain of a large provider; null for all others'),
  domainHash: nullable(
    'text',
    'equal for the same domain of the same account; null in jobs, and where the address has no domain',
  ),
  provider: nullable('text', 'who runs the mail servers, if known'),
  status: required('text', '`valid`, `invalid` or `unknown`'),
  v1Reason: nullable('text', "v1's reason, of invalid addresses"),
  decision: nullable('text', "v2's default decision: `allow`, `review` or `deny`; null up to release 1.0.0"),
  decidingReason: nullable('text', 'the reason for the decision'),
  reasons: nullable('texts', 'all reasons, the deciding one first; in CSV separated by spaces'),
  route: nullable('text', 'how mail is routed, as in `GET /v1/decisions`'),
  isDisposable: required('boolean', 'at a service that hands out short-lived mailboxes'),
  isRole: required('boolean', 'the address of a function, such as `sales@`'),
  isFree: required('boolean', 'at a free mail provider'),
  isMistyped: nullable('boolean', 'whether another domain was suggested; null where that was not recorded'),
  suggestedDomain: nullable('text', 'the suggested domain, if it is that of a large provider'),
  isPooled: nullable(
    'boolean',
    'whether the signal pool answered; null in synchronous batches of which it answered a part',
  ),
  durationMs: nullable('integer', 'milliseconds from acceptance to verdict; null in batches'),
  listsVersion: nullable('text', 'version of the lists of domains; null up to release 1.0.0'),
  ...mailboxColumns,
  ruleHash: nullable(
    'text',
    "equal for the same rule or list of the same account, also in `outcomes`; null if none of the account's decided",
  ),
  ruleAction: nullable('text', 'what it decided: `allow`, `review` or `deny`'),
}

export interface Pseudonymising {
  readonly pseudonymOf: PseudonymOf
  readonly isBigProvider: (domain: string) => boolean
}

/** An event's rows but for their positions. */
export function createVerificationRows({ pseudonymOf, isBigProvider }: Pseudonymising) {
  const named = (domain: string | null) => (domain !== null && isBigProvider(domain) ? domain : null)

  /** What all rows of an event have. */
  function commonOf(event: Recorded<Verified>) {
    const { recordedAt, type, data, stream, meta } = event
    const { account } = data
    const batch = type === 'BatchChunkVerified' ? idOf(stream) : type === 'AddressesVerified' ? meta.commandId : null
    return {
      account,
      batch,
      occurredHour: iso(Math.floor(Date.parse(recordedAt) / HOUR_MS) * HOUR_MS),
      accountHash: pseudonymOf('account', account),
      keyHash: data.key === null ? null : pseudonymOf('key', `${account}\n${data.key}`),
      api: type === 'AddressVerified' ? data.api : type === 'AddressesVerified' ? 'call' : 'batch',
      batchHash: batch === null ? null : pseudonymOf('batch', batch),
      addressHash:
        type === 'AddressVerified' && data.address !== null
          ? pseudonymOf('address', `${account}\n${data.address}`)
          : null,
      firstRow: type === 'BatchChunkVerified' ? data.from : null,
      durationMs: type === 'AddressVerified' ? Math.round(data.durationUs / 1_000) : null,
      listsVersion: data.lists === null ? null : listsVersion(data.lists),
    } as const
  }

  /** @param common of the row's event */
  function rowOf(
    rowPosition: string,
    common: ReturnType<typeof commonOf>,
    row: number,
    verified: VerifiedRow,
  ): VerificationRow {
    const { domain, reasons, suggestion, ruling } = verified
    return {
      rowPosition,
      occurredHour: common.occurredHour,
      accountHash: common.accountHash,
      keyHash: common.keyHash,
      api: common.api,
      batchHash: common.batchHash,
      rowHash: common.firstRow === null ? null : pseudonymOf('row', `${common.batch}\n${common.firstRow + row}`),
      addressHash: common.addressHash,
      emailDomain: named(domain),
      domainHash: domain === null ? null : pseudonymOf('domain', `${common.account}\n${domain}`),
      provider: verified.provider,
      status: verified.status,
      v1Reason: verified.reason,
      decision: verified.decision,
      decidingReason: reasons?.[0] ?? null,
      reasons,
      route: verified.route,
      isDisposable: verified.disposable,
      isRole: verified.role,
      isFree: verified.free,
      isMistyped: verified.mistyped,
      suggestedDomain: named(suggestion),
      isPooled: verified.pooled,
      durationMs: common.durationMs,
      listsVersion: common.listsVersion,
      ...mailboxCells(verified.mailbox),
      ruleHash: ruling?.rule === undefined ? null : pseudonymOf('rule', `${common.account}\n${ruling.rule}`),
      ruleAction: ruling?.action ?? null,
    }
  }

  return { commonOf, rowOf }
}
