// The codes of reasons in v1 and v2, and what a reason's text consists of.

/** v1's reasons. Only an invalid result has one. */
export const V1_REASONS = [
  'syntax',
  'dns',
  'mx',
  'null_mx',
  'reserved_domain',
  'known_bounce',
  'no_such_mailbox',
] as const
export type V1Reason = (typeof V1_REASONS)[number]

/** v2's reasons, in the order in which reasons of equal weight are reported. */
export const V2_REASONS = [
  'denied_by_operator',
  'syntax_invalid',
  'reserved_domain',
  'no_records',
  'null_mx',
  'mx_absent',
  'blackhole_mx',
  'no_such_mailbox',
  'known_bounce',
  'disposable',
  'dns_timeout',
  'dns_error',
  'mailbox_full',
  'probable_typo',
  'confusable',
  'impossible_at_provider',
  'parked_domain',
  'address_literal',
  'routed_local_part',
  'quoted_local_part',
  'smtputf8_required',
  'temporary',
  'developer_test',
  'development_env',
  'ci_cd',
  'system_email',
  'role_account',
  'allowed_by_operator',
  'privacy_relay',
  'accept_all',
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
  /** What to say to the person who typed the address; a correction, where there is one, is shown with it. */
  readonly visitor: string
  /** What was found, what it means, and what the sender or the developer can do. */
  readonly explanation: string
  /** The standard, or our own rule, that it is based on. */
  readonly source: string
}

export interface Reason extends ReasonText {
  readonly code: ReasonCode
  /** The code with hyphens. */
  readonly slug: string
  /** The API versions that use the code. */
  readonly versions: readonly ('v1' | 'v2')[]
}
