import type { DomainEvent } from '../../kernel/envelope.js'

/** The pool of everybody; an Enterprise account has one of its own, named by the account's id. */
export const PUBLIC_POOL = 'public'

/** What DNS said of an address's domain, as far as a verdict needs it; what could not be told is never shared. */
export type SharedRoute = 'explicit' | 'implicit' | 'null_mx' | 'no_name' | 'no_records' | 'no_target' | 'not_public'

/** A result that may be contributed: all that the pool needs to know of it, and no address. */
export interface SharedResult {
  /** The canonical address under the pool's key (HMAC-SHA256, the first 128 bits, base64url). */
  readonly address: string
  /** The whole domain, as A-labels. */
  readonly domain: string
  readonly route: SharedRoute
  readonly provider: string | null
  /** Whether mail can be delivered there: what votes agree or disagree on. */
  readonly valid: boolean
  readonly disposable: boolean
  readonly role: boolean
  /** When DNS was asked, ISO 8601. */
  readonly checkedAt: string
  /** Seconds from `checkedAt`. */
  readonly ttl: number
}

/** Stream `address-<pool>.<address>`. One live vote per account: a new one replaces it. */
export type ValidationContributed = DomainEvent<
  'ValidationContributed',
  SharedResult & {
    readonly pool: string
    /** Who contributed. */
    readonly account: string
    /** Of the account when it voted, in millionths: 100,000 on its first day, 1,000,000 from its thirtieth. */
    readonly weight: number
    /** The account was younger than thirty days. */
    readonly young: boolean
    /** The first vote on this address in this pool. */
    readonly unique: boolean
    /** The first vote of this account on it. */
    readonly first: boolean
    /** The first address of its domain in this pool, as far as was known when it was contributed. */
    readonly newDomain: boolean
    readonly credits: number
    /** Whether it came one by one or in a batch. */
    readonly source: 'single' | 'batch'
    /** The event that told of the verification, and for a batch its batch or call. */
    readonly cause: string
    readonly group: string | null
  }
>

export type PoolEvent = ValidationContributed
