// The events of verifications, and of monthly quotas that are used in part or up.
import type { DomainEvent } from '../../kernel/envelope.js'
import type { RecordedMailbox } from '../mailboxes/events.js'
import type { PoolUse, Shared, SharedColumns, SharedRoute } from '../pool/events.js'

export type VerdictStatus = 'valid' | 'invalid' | 'unknown'

/**
 * How mail is routed to an address (RFC 5321 section 5.1), or why it is not: a result of DNS; `timeout` or `error` if a
 * lookup failed; `none` if none was needed.
 */
export type Route = SharedRoute | 'timeout' | 'error' | 'none'

/** Judgements of rows, in compact columns. Both are absent in events of version 1, which do not have judgements. */
export interface JudgementColumns {
  /** Distinct judgements as codes (`judgementCode`), in order of appearance. */
  readonly codes?: readonly string[]
  /** Per row, its index in `codes`: one base64url digit if there are at most 64, otherwise two. */
  readonly code?: string
}

/** What the account's own rules decided about an address. Absent if it had neither rules nor lists. */
export interface RecordedRuling {
  /** Version of the set of rules; 0 before the first. */
  readonly version: number
  /** What was decided, and the name of the rule that did; both are absent if none did, so that v2's default decision holds. */
  readonly action?: 'allow' | 'review' | 'deny'
  readonly rule?: string
  /** The account's lists that have the address, or its domain: a allow, d deny. Absent if none has. */
  readonly listed?: 'a' | 'd' | 'ad'
  /** Only if a rule of the set asks for them: the UTC hour, and names of mail exchanges. */
  readonly hour?: number
  readonly mx?: readonly string[]
}

/** What the account's own rules decided about rows, in compact columns. */
export interface RulingColumns {
  readonly version: number
  /** Distinct rulings as codes (`rulingCode`), in order of appearance, and each row's index in them, as in `JudgementColumns`. */
  readonly codes: readonly string[]
  readonly code: string
  /** Only if a rule of the set asks for them: the UTC hour; distinct names of mail exchanges, separated by spaces, and each row's index. */
  readonly hour?: number
  readonly mx?: { readonly codes: readonly string[]; readonly code: string }
}

/** Masked local parts of the rows of an event, sealed; see `KeptAddresses`. */
export interface SealedAddresses {
  /** Names the account's data key. */
  readonly keeping: string
  /** UTC month, `yyyy-mm`, with whose end they become unreadable. */
  readonly until: string
  /** One per line. */
  readonly text: string
}

/** Stream `usage-<account>.<yyyy-mm>`, by the month of the request. Contains no address, except masked by the account's choice. */
export type AddressVerified = DomainEvent<
  'AddressVerified',
  {
    readonly account: string
    /** The API version that answered. */
    readonly api: 'v1' | 'v2'
    readonly status: VerdictStatus
    readonly valid: boolean
    /** v1's reason; null unless the address is invalid. */
    readonly reason: string | null
    readonly disposable: boolean
    readonly role: boolean
    readonly free: boolean
    /** A-labels; null for an address literal or invalid syntax. */
    readonly domain: string | null
    readonly provider: string | null
    /** From acceptance to verdict, in microseconds. */
    readonly durationUs: number
    /** Number of charged addresses: 1, or 0 if DNS could not confirm the verdict. */
    readonly charged: number
    /** v2's default decision, whichever version answered; null in events of version 1, where it and its reasons are unknown. */
    readonly decision: 'allow' | 'review' | 'deny' | null
    /** v2's reasons, the deciding one first; absent if the only one is `deliverable`. */
    readonly reasons?: readonly string[]
    /** Absent if mail is routed by MX records: `explicit`. */
    readonly route?: Route
    /** The suggested domain, if the address was probably mistyped. */
    readonly suggestion?: string
    /** Version of the lists (`listsOf`); null in events of version 1. */
    readonly lists: string | null
    /** Keyed hash of the canonical address (`HashAddress`); null in events of version 1. */
    readonly address: number | null
    /** The API key (`keyOf`); null in events of version 1. */
    readonly key: number | null
    /** Absent if the account had neither rules nor lists. */
    readonly ruling?: RecordedRuling
    /** What the mail server said about the mailbox. Absent unless the caller asked for it. */
    readonly mailbox?: RecordedMailbox
    /** Sealed: the answer (`VerificationNotification`). Only if a webhook of the account subscribes to it. */
    readonly notify?: string
    /** Absent unless the account keeps addresses. */
    readonly sealed?: SealedAddresses
    /** True if the account reports outcomes: this one may be about to get some. Otherwise absent. */
    readonly tracked?: true
    /** Absent if the signal pool was not consulted. */
    readonly pool?: PoolUse
    /** The result to contribute, if any. */
    readonly share?: Shared
  }
>

/** The addresses of a synchronous batch, in compact columns with one entry per row. At most 50 KiB without `shared`. */
export type AddressesVerified = DomainEvent<
  'AddressesVerified',
  {
    readonly account: string
    readonly total: number
    readonly valid: number
    readonly invalid: number
    readonly unknown: number
    /** Distinct addresses whose verdict DNS could confirm. */
    readonly charged: number
    readonly durationUs: number
    /** One letter per row: v valid, i invalid, u unknown. */
    readonly status: string
    /** One letter per row: - none, s syntax, d dns, m mx, n null_mx, r reserved_domain, k known_bounce, x no_such_mailbox. */
    readonly reason: string
    /** One hex digit per row: 1 disposable + 2 role + 4 free. */
    readonly flags: string
    /** Distinct domains in order of appearance, as many as fit. */
    readonly domains: readonly string[]
    /** Per row, the index into `domains`; -1 = none, or left out. */
    readonly domain: readonly number[]
    /** Distinct providers in order of appearance; absent in events of version 1. */
    readonly providers?: readonly string[]
    /** Per entry of `domains`, the index into `providers`; -1 = none, left out at the end. Absent in events of version 1. */
    readonly provider?: readonly number[]
    /** Distinct suggested domains, and pairs of a row and its index in them. Absent if there are none. */
    readonly suggestions?: readonly string[]
    readonly suggestion?: readonly number[]
    /** Version of the lists (`listsOf`), by which the first row was judged; null in events of version 1. */
    readonly lists: string | null
    /** The API key (`keyOf`); null in events of version 1. */
    readonly key: number | null
    /** Absent if the account had neither rules nor lists. */
    readonly rulings?: RulingColumns
    /** Absent if the signal pool was not consulted. */
    readonly pool?: PoolUse
    /** The results to contribute, each address once; absent if empty. */
    readonly shared?: SharedColumns
    /** Absent unless the account keeps addresses. */
    readonly sealed?: SealedAddresses
  } & JudgementColumns
>

export type VerificationEvent = AddressVerified | AddressesVerified

interface UsageOfPeriod {
  readonly account: string
  readonly limit: 'month'
  readonly period: string
  readonly used: number
  readonly allowed: number
  /** Unix seconds. */
  readonly reset: number
}

/** Stream `limit-<account>.<yyyy-mm>.month`: each percentage once, in rising order, by the first process that detects it. */
export type UsageThresholdReached = DomainEvent<
  'UsageThresholdReached',
  UsageOfPeriod & {
    /** The highest percentage of `allowed` that `used` reaches. */
    readonly percent: 50 | 70 | 90
  }
>

/** The last event of the same stream: the month is used up. */
export type UsageLimitReached = DomainEvent<'UsageLimitReached', UsageOfPeriod>

export type LimitEvent = UsageThresholdReached | UsageLimitReached
