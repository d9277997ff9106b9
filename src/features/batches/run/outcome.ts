// The outcome of one row of a batch, in compact form.
import { saidIn } from '../../mailboxes/encoding.js'
import type { RecordedMailbox } from '../../mailboxes/events.js'
import {
  correctedAddress,
  type Decision,
  isDoubtful,
  type Judgement,
  judgementCode,
  parseJudgement,
  parseRuling,
  type Ruling,
  rulingCode,
  type V1Verdict,
} from '../../verification/index.js'

/** The part of a verdict that a batch stores: everything that cannot be derived from the address. */
export interface Outcome {
  readonly status: V1Verdict['status']
  readonly reason: RowReason | undefined
  /** The judgement (`judgementCode`); undefined in events of version 1. */
  readonly code?: string | undefined
  /** Bits as in `ResultColumns.flags`, and `FLAG.doubtful`. */
  readonly flags: number
  readonly provider: string | undefined
  /** The suggested domain, for a mistyped one. */
  readonly meant: string | undefined
  /** Present only if the signal pool answered in place of DNS. */
  readonly fromPool?: NonNullable<V1Verdict['fromPool']>
  /** What the account's own rules decided (`rulingCode`); absent without rules, and for rows without an address. */
  readonly ruling?: string
  /** What the mail server said about the mailbox, the last time it was asked. */
  readonly mailbox?: RecordedMailbox
}

/** Whether the mail server has refused this recipient for good: only that makes the address invalid. */
export const refusesMailbox = ({ result }: Pick<RecordedMailbox, 'result'>): boolean =>
  result === 'no_such_mailbox' || result === 'disabled'

const FLAG = {
  disposable: 1,
  role: 2,
  free: 4,
  dns: 8,
  mx: 16,
  knownFallback: 32,
  dnsFallback: 64,
  /** v2 would not allow the address, for another reason than a failed lookup; follows from the judgement. */
  doubtful: 128,
} as const

const hasFlag = (flags: number, flag: keyof typeof FLAG): boolean => (flags & FLAG[flag]) !== 0

/** `row_length`: the row of an upload has more or fewer cells than the header, so its address was not read. */
export type RowReason = NonNullable<V1Verdict['reason']> | 'row_length'

/** A verdict on a row of a batch. */
export type RowVerdict = Omit<V1Verdict, 'reason'> & { readonly reason?: RowReason }

/** The outcome of an empty cell. */
export const EMPTY_CELL_OUTCOME: Outcome = {
  status: 'invalid',
  reason: 'syntax',
  code: judgementCode({ decision: 'deny', reasons: ['syntax_invalid'], route: 'none' }),
  flags: 0,
  provider: undefined,
  meant: undefined,
}

export const UNEVEN_ROW_OUTCOME: Outcome = { ...EMPTY_CELL_OUTCOME, reason: 'row_length' }

export function outcomeOf(
  { status, reason, checks, ...verdict }: V1Verdict,
  judgement: Judgement,
  ruling?: Ruling,
): Outcome {
  const { isKnownValidFallback, isDnsFallback, provider, didYouMean, fromPool } = verdict
  return {
    status,
    reason,
    code: judgementCode(judgement),
    flags:
      (checks.disposable ? FLAG.disposable : 0) |
      (checks.role ? FLAG.role : 0) |
      (checks.free ? FLAG.free : 0) |
      (checks.dns ? FLAG.dns : 0) |
      (checks.mx ? FLAG.mx : 0) |
      (isKnownValidFallback ? FLAG.knownFallback : 0) |
      (isDnsFallback ? FLAG.dnsFallback : 0) |
      (status === 'valid' && isDoubtful(judgement.reasons) ? FLAG.doubtful : 0),
    provider,
    meant: didYouMean?.slice(didYouMean.lastIndexOf('@') + 1),
    ...(fromPool && { fromPool }),
    ...(ruling && { ruling: rulingCode(ruling.recorded) }),
  }
}

/** Whether the address is accepted (`valid` of a result), which includes addresses that DNS could not confirm. */
export const isValid = ({ status }: Outcome): boolean => status !== 'invalid'

/** What a mailing should do with an address; every outcome is of one kind. */
export type ResultKind = 'deliverable' | 'risky' | 'invalid' | 'unknown'

/**
 * `deliverable`: valid, and v2 would allow it. `risky`: valid, but v2 would not, as for disposable and role addresses, and
 * domains that look mistyped; batches of release 1.0.0 and earlier know these three only. `invalid` and `unknown`: as the
 * status says.
 */
export function kindOf({ status, flags, meant }: Outcome): ResultKind {
  if (status !== 'valid') return status
  const listed = hasFlag(flags, 'disposable') || hasFlag(flags, 'role') || meant !== undefined
  const risky = listed || hasFlag(flags, 'doubtful')
  return risky ? 'risky' : 'deliverable'
}

export const isDoubtfulOutcome = ({ flags }: Outcome): boolean => hasFlag(flags, 'doubtful')

/** Flags as columns have them. */
export const withoutDoubt = (flags: number): number => flags & ~FLAG.doubtful

/** Flags of an outcome. @param flags as columns have them */
export const joinFlags = (flags: number, doubtful: boolean): number => (doubtful ? flags | FLAG.doubtful : flags)

/** What the account's own rules decided about a row; undefined without rules. */
export function decisionOf({ ruling, code }: Outcome): { action: Decision; rule: string | null } | undefined {
  if (ruling === undefined || code === undefined) return undefined
  const { action = parseJudgement(code).decision, rule = null } = parseRuling(ruling)
  return { action, rule }
}

/** Whether the address counts towards the monthly quota: results that DNS could not confirm are free. */
export const isCharged = ({ flags }: Outcome): boolean =>
  !hasFlag(flags, 'knownFallback') && !hasFlag(flags, 'dnsFallback')

/** The verdict's `checks`, which need no address text. */
export const checksOf = ({ reason, flags }: Outcome): V1Verdict['checks'] => ({
  syntax: reason !== 'syntax' && reason !== 'row_length',
  dns: hasFlag(flags, 'dns'),
  mx: hasFlag(flags, 'mx'),
  disposable: hasFlag(flags, 'disposable'),
  role: hasFlag(flags, 'role'),
  free: hasFlag(flags, 'free'),
})

/**
 * Restores the verdict.
 * @param email undefined if the input has been deleted
 * @param domainOf the domain of an address as verdicts name it
 */
export function verdictOf(
  outcome: Outcome,
  email: string | undefined,
  domainOf: (email: string) => string,
): RowVerdict {
  const { status, reason, flags, provider, meant, fromPool, mailbox } = outcome
  const checks = checksOf(outcome)
  return {
    valid: isValid(outcome),
    status,
    ...(reason !== undefined && { reason }),
    isKnownValidFallback: hasFlag(flags, 'knownFallback'),
    isDnsFallback: hasFlag(flags, 'dnsFallback'),
    checks: mailbox ? { ...checks, mailbox: mailbox.result === 'exists' } : checks,
    domain: email === undefined ? '' : domainOf(email),
    ...(provider !== undefined && { provider }),
    ...(meant !== undefined && email !== undefined && { didYouMean: correctedAddress(email, meant) }),
    ...(fromPool && { fromPool }),
    ...(mailbox && { mailbox: saidIn(mailbox) }),
  }
}
