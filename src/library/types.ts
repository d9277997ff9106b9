// The public types of library mode.

export interface VerifierOptions {
  /** Name servers as IP addresses with optional ports: `9.9.9.9`, `[2620:fe::fe]:53`. Default: the system's. */
  readonly dnsServers?: readonly string[]
  /** Timeout of one DNS lookup with its retries, in milliseconds. A verdict takes at most twice as long. Default: 2,000. */
  readonly dnsTimeoutMs?: number
  /** Maximum number of domains whose mail routes are cached, for as long as DNS permits. Default: 20,000. */
  readonly maxCachedDomains?: number
}

export interface VerifyManyOptions {
  /** Maximum number of addresses that are verified concurrently. Default: 100. */
  readonly concurrency?: number
}

export type VerdictStatus = 'valid' | 'invalid' | 'unknown'
export type Decision = 'allow' | 'review' | 'deny'

export type ReasonCode =
  | 'denied_by_operator'
  | 'allowed_by_operator'
  | 'syntax_invalid'
  | 'reserved_domain'
  | 'no_records'
  | 'null_mx'
  | 'mx_absent'
  | 'blackhole_mx'
  | 'known_bounce'
  | 'disposable'
  | 'dns_timeout'
  | 'dns_error'
  | 'probable_typo'
  | 'confusable'
  | 'impossible_at_provider'
  | 'parked_domain'
  | 'address_literal'
  | 'routed_local_part'
  | 'quoted_local_part'
  | 'smtputf8_required'
  | 'temporary'
  | 'developer_test'
  | 'development_env'
  | 'ci_cd'
  | 'system_email'
  | 'role_account'
  | 'privacy_relay'
  | 'implicit_mx'
  | 'plus_addressing'
  | 'deliverable'

/** Why the decision is what it is. */
export interface VerdictReason {
  readonly code: ReasonCode
  /** The decision that this reason alone suggests. */
  readonly category: Decision
  /** One sentence for people. */
  readonly message: string
  /** What was found, what it means, and what the sender or the developer can do. */
  readonly explanation: string
  /** The standard, or mailproof's own rule, that the reason is based on. */
  readonly source: string
}

/** The verdict on one address: what `POST /v1/verify` and `POST /v2/verify` say of it, without the signal pool. */
export interface Verdict {
  /** The address exactly as given. */
  readonly email: string
  /** Whether mail can be delivered to the address. Also true if it was accepted because DNS was unavailable. */
  readonly valid: boolean
  /** `unknown` if DNS could not provide an answer. */
  readonly status: VerdictStatus
  /** Why the status is `invalid`; null otherwise. */
  readonly reason: 'syntax' | 'dns' | 'mx' | 'null_mx' | 'reserved_domain' | null
  /** What is wrong with a malformed address, as a sentence; null if it is well-formed. */
  readonly syntaxProblem: string | null
  readonly checks: {
    /** Whether the address is syntactically valid (RFC 5321, RFC 6531). */
    readonly syntax: boolean
    /** Whether the domain has DNS records for receiving mail. */
    readonly dns: boolean
    /** Whether the domain has usable MX records; false for implicit MX. */
    readonly mx: boolean
    /** Whether the domain belongs to a disposable address service. */
    readonly disposable: boolean
    /** Whether the local part denotes a function rather than a person. */
    readonly role: boolean
    /** Whether anyone can get a mailbox at this provider free of charge. */
    readonly free: boolean
  }
  /** In lower case, as A-labels. For a malformed address, the text after its last `@`, or empty. */
  readonly domain: string
  /** The mail provider; null if unknown. */
  readonly provider: string | null
  /** The full corrected address, if the domain is probably mistyped; null otherwise. */
  readonly didYouMean: string | null
  /**
   * The address of the mailbox without tags, dots and other forms, by the rules that its provider documents; null if
   * malformed. For finding duplicates, not for sending.
   */
  readonly normalizedEmail: string | null
  /** Whether `normalizedEmail` is another address, not just another spelling. */
  readonly alias: boolean
  /** The recommended decision: the worst reason decides. */
  readonly decision: Decision
  /** The deciding reason first; at least one. */
  readonly reasons: readonly VerdictReason[]
  readonly signals: {
    readonly syntax: 'valid' | 'invalid'
    readonly dns: 'resolves' | 'no_records' | 'timeout' | 'error' | 'not_checked'
    readonly mx: 'present' | 'absent' | 'timeout' | 'error' | 'not_checked'
    readonly disposable: boolean
    readonly patterns: readonly (
      | 'plus_addressing'
      | 'developer_test'
      | 'system_email'
      | 'temporary'
      | 'development_env'
      | 'ci_cd'
    )[]
  }
  /** Whether DNS failed, so that facts are missing; the decision is then `review`. */
  readonly degraded: boolean
  /** Number of seconds for which the verdict remains valid; 0 only when degraded. */
  readonly ttlHintSeconds: number
}

export interface Verifier {
  /** The verdict on any text, which is judged as given, without trimming. A DNS failure is a verdict, not an error. */
  verify(address: string): Promise<Verdict>
  /**
   * The verdicts on many addresses, in their order. Addresses are read as they are needed, so the source may be endless.
   * Rejects with the error of the source, if it fails.
   */
  verifyMany(
    addresses: Iterable<string> | AsyncIterable<string>,
    options?: VerifyManyOptions,
  ): AsyncGenerator<Verdict, undefined>
  /** Closes the sockets to the name servers. Optional: open ones do not keep the process alive. */
  close(): Promise<void>
}
