/** v1's reasons. Only an invalid result has one. */
export const V1_REASONS = ['syntax', 'dns', 'mx', 'null_mx', 'reserved_domain'] as const
export type V1Reason = (typeof V1_REASONS)[number]

/** v2's reasons, in the order in which reasons of equal weight are reported. */
export const V2_REASONS = [
  'denied_by_operator',
  'syntax_invalid',
  'reserved_domain',
  'no_records',
  'null_mx',
  'mx_absent',
  'disposable',
  'temporary',
  'dns_timeout',
  'dns_error',
  'address_literal',
  'privacy_relay',
  'developer_test',
  'development_env',
  'ci_cd',
  'system_email',
  'allowed_by_operator',
  'implicit_mx',
  'plus_addressing',
  'deliverable',
] as const
export type V2Reason = (typeof V2_REASONS)[number]

export type ReasonCode = V1Reason | V2Reason

/** The decision that a reason suggests, from best to worst. */
export type Decision = 'allow' | 'review' | 'deny'

/** The documentation of a reason, one page each at `/docs/reasons/<slug>`. */
export interface ReasonText {
  readonly category: Decision
  /** One line. */
  readonly sentence: string
  /** What was found, what it means, and what the sender or the developer can do. */
  readonly explanation: string
  /** The standard, or our own rule, that it is based on. */
  readonly source: string
}

export interface Reason extends ReasonText {
  readonly code: ReasonCode
  /** The code with hyphens. */
  readonly slug: string
}
