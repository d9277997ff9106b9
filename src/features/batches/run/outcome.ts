import { correctedAddress, type V1Verdict } from '../../verification/index.js'

/** The part of a verdict that a batch stores: everything that cannot be derived from the address. */
export interface Outcome {
  readonly status: V1Verdict['status']
  readonly reason: V1Verdict['reason'] | undefined
  /** Bits as in `ResultColumns.flags`. */
  readonly flags: number
  readonly provider: string | undefined
  /** The suggested domain, for a mistyped one. */
  readonly meant: string | undefined
  /** Present only if the signal pool answered in place of DNS. */
  readonly fromPool?: NonNullable<V1Verdict['fromPool']>
}

const FLAG = { disposable: 1, role: 2, free: 4, dns: 8, mx: 16, knownFallback: 32, dnsFallback: 64 } as const

const hasFlag = (flags: number, flag: keyof typeof FLAG): boolean => (flags & FLAG[flag]) !== 0

/** The outcome of an empty cell. */
export const EMPTY_CELL_OUTCOME: Outcome = {
  status: 'invalid',
  reason: 'syntax',
  flags: 0,
  provider: undefined,
  meant: undefined,
}

export function outcomeOf({ status, reason, checks, ...verdict }: V1Verdict): Outcome {
  const { isKnownValidFallback, isDnsFallback, provider, didYouMean, fromPool } = verdict
  return {
    status,
    reason,
    flags:
      (checks.disposable ? FLAG.disposable : 0) |
      (checks.role ? FLAG.role : 0) |
      (checks.free ? FLAG.free : 0) |
      (checks.dns ? FLAG.dns : 0) |
      (checks.mx ? FLAG.mx : 0) |
      (isKnownValidFallback ? FLAG.knownFallback : 0) |
      (isDnsFallback ? FLAG.dnsFallback : 0),
    provider,
    meant: didYouMean?.slice(didYouMean.lastIndexOf('@') + 1),
    ...(fromPool && { fromPool }),
  }
}

/** Whether the address is accepted (`valid` of a result), which includes addresses that DNS could not confirm. */
export const isValid = ({ status }: Outcome): boolean => status !== 'invalid'

/** What a mailing should do with an address; every outcome is of one kind. */
export type ResultKind = 'deliverable' | 'risky' | 'invalid' | 'unknown'

/**
 * `deliverable`: valid without reservation. `risky`: valid, but disposable, a role address, or at a domain that looks
 * mistyped. `invalid` and `unknown`: as the status says.
 */
export function kindOf({ status, flags, meant }: Outcome): ResultKind {
  if (status !== 'valid') return status
  const risky = hasFlag(flags, 'disposable') || hasFlag(flags, 'role') || meant !== undefined
  return risky ? 'risky' : 'deliverable'
}

/** Whether the address counts towards the monthly quota: results that DNS could not confirm are free. */
export const isCharged = ({ flags }: Outcome): boolean =>
  !hasFlag(flags, 'knownFallback') && !hasFlag(flags, 'dnsFallback')

/** The verdict's `checks`, which need no address text. */
export const checksOf = ({ reason, flags }: Outcome): V1Verdict['checks'] => ({
  syntax: reason !== 'syntax',
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
export function verdictOf(outcome: Outcome, email: string | undefined, domainOf: (email: string) => string): V1Verdict {
  const { status, reason, flags, provider, meant, fromPool } = outcome
  return {
    valid: isValid(outcome),
    status,
    ...(reason !== undefined && { reason }),
    isKnownValidFallback: hasFlag(flags, 'knownFallback'),
    isDnsFallback: hasFlag(flags, 'dnsFallback'),
    checks: checksOf(outcome),
    domain: email === undefined ? '' : domainOf(email),
    ...(provider !== undefined && { provider }),
    ...(meant !== undefined && email !== undefined && { didYouMean: correctedAddress(email, meant) }),
    ...(fromPool && { fromPool }),
  }
}
