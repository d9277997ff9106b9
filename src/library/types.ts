// The public types of library mode.

export interface VerifierOptions {
  /** Name servers as IP addresses with optional ports: `9.9.9.9`, `[2620:fe::fe]:53`. Default: the system's. */
  readonly dnsServers?: readonly string[]
  /** Timeout of one DNS lookup with its retries, in milliseconds. A verdict takes at most twice as long. Default: 2,000. */
  readonly dnsTimeoutMs?: number
  /** Maximum number of domains whose mail routes are cached, for as long as DNS permits. Default: 20,000. */
  readonly maxCachedDomains?: number
  /** Who asks mail servers, for calls with `mailbox`. Without it, nobody does: then this package connects to name servers only. */
  readonly mailboxes?: MailboxOptions
}

/** Who asks mail servers, and how. Limits per mail operator are those of the service. */
export interface MailboxOptions {
  /** Name in EHLO: has to lead to the address that this machine connects from, and back. */
  readonly ehloName: string
  /** Address in MAIL FROM. Default: none, like a delivery report. */
  readonly mailFrom?: string
  /** Own addresses to connect from, IPv4, IPv6 or one of both. Default: the system's choice. */
  readonly sourceAddresses?: readonly string[]
  /** Default: 25. Another one is only for tests. */
  readonly port?: number
  /** Private subnets whose mail servers may be asked, in CIDR notation. Default: none. */
  readonly allowedSubnets?: readonly string[]
}

export interface VerifyOptions {
  /** Whether to ask the domain's mail server if the mailbox exists. Nothing is sent. Needs the option `mailboxes` of the verifier. */
  readonly mailbox?: boolean
  /** Maximum time to wait for the mail server, in milliseconds. The question goes on after that. Default: 30,000. */
  readonly mailboxWaitMs?: number
}

/** What a mail server says about a mailbox. */
export interface MailboxVerdict {
  /** Only `no_such_mailbox` and `disabled`, permanent refusals of this recipient, make an address invalid. */
  readonly result:
    | 'exists'
    | 'no_such_mailbox'
    | 'full'
    | 'disabled'
    | 'accept_all'
    | 'greylisted'
    | 'blocked_here'
    | 'rate_limited'
    | 'temporary'
    | 'unverifiable'
    | 'not_checked'
  /** Whether the server accepts every recipient of the domain. */
  readonly acceptAll: 'yes' | 'no' | 'unknown'
  /** Code of the reply that decided; null without one. */
  readonly code: number | null
  /** Enhanced code of that reply (RFC 3463); null without one. */
  readonly enhancedCode: string | null
  /** Milliseconds since the epoch. */
  readonly checkedAt: number
  /** Whether to ask again today would change nothing. */
  readonly final: boolean
  /** Seconds after which to ask again; null if `final`. */
  readonly ttlHintSeconds: number | null
}

export interface VerifyManyOptions extends VerifyOptions {
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
  | 'no_such_mailbox'
  | 'known_bounce'
  | 'disposable'
  | 'dns_timeout'
  | 'dns_error'
  | 'mailbox_full'
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
  | 'accept_all'
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
  readonly reason: 'syntax' | 'dns' | 'mx' | 'null_mx' | 'reserved_domain' | 'no_such_mailbox' | null
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
    /** Whether the mail server confirms that the mailbox exists; absent unless `mailbox` was set. */
    readonly mailbox?: boolean | undefined
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
  /** What the mail server says; absent unless `mailbox` was set. */
  readonly mailbox?: MailboxVerdict
  /** Whether DNS failed, so that facts are missing and the decision is `review`, or the mail server has given no answer yet. */
  readonly degraded: boolean
  /** Number of seconds for which the verdict remains valid; 0 only when degraded. */
  readonly ttlHintSeconds: number
}

export interface Verifier {
  /** The verdict on any text, which is judged as given, without trimming. A DNS failure is a verdict, not an error. */
  verify(address: string, options?: VerifyOptions): Promise<Verdict>
  /**
   * The verdicts on many addresses, in their order. Addresses are read as they are needed, so the source may be endless.
   * Rejects with the error of the source, if it fails.
   */
  verifyMany(
    addresses: Iterable<string> | AsyncIterable<string>,
    options?: VerifyManyOptions,
  ): AsyncGenerator<Verdict, undefined>
  /** Closes the sockets to name servers and mail servers. Optional: open ones do not keep the process alive. */
  close(): Promise<void>
}
