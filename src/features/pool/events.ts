// The events of the signal pool, and the parts of verification events that it reads.
import type { DomainEvent } from '../../kernel/envelope.js'

/** The name of the public pool. An Enterprise account has a private pool, named by the account's id. */
export const PUBLIC_POOL = 'public'

/** The mail route of an address's domain, as far as a verdict needs it. Temporary DNS failures are never shared. */
export type SharedRoute = 'explicit' | 'implicit' | 'null_mx' | 'no_name' | 'no_records' | 'no_target' | 'not_public'

/** A result that may be contributed: everything the pool needs, without the address itself. */
export interface SharedResult {
  /** The canonical address under the pool's key (HMAC-SHA256, the first 128 bits, base64url). */
  readonly address: string
  /** The whole domain, as A-labels. */
  readonly domain: string
  readonly route: SharedRoute
  readonly provider: string | null
  /** Whether mail can be delivered to the address; the subject of the votes. */
  readonly valid: boolean
  readonly disposable: boolean
  readonly role: boolean
  /** When DNS was queried, ISO 8601. */
  readonly checkedAt: string
  /** Seconds from `checkedAt`. */
  readonly ttl: number
}

/** The part of a verification event that is to be contributed. */
export interface Shared {
  readonly pool: string
  readonly result: SharedResult
}

/** Many results to contribute, in columns: addresses by row, and each distinct combination of facts only once. */
export interface SharedColumns {
  readonly pool: string
  /** The addresses, concatenated: 22 characters per row. */
  readonly addresses: string
  /** Per row, the index into the columns below; rows that differ only in their address share an index. */
  readonly place: readonly number[]
  readonly domains: readonly string[]
  /** One letter per index: e explicit, i implicit, n null_mx, u no_name, r no_records, t no_target, p not_public. */
  readonly routes: string
  /** One digit per index: 1 valid + 2 disposable + 4 role. */
  readonly flags: string
  /** Distinct providers in order of appearance. */
  readonly providers: readonly string[]
  /** Index into `providers`; -1 = none. */
  readonly provider: readonly number[]
  /** When DNS was queried for the first index, ISO 8601. */
  readonly since: string
  /** When DNS was queried, in milliseconds relative to `since`; may be negative. */
  readonly checked: readonly number[]
  /** TTLs in seconds. */
  readonly ttls: readonly number[]
}

/** Pool lookups and hits of a verification event. */
export interface PoolUse {
  readonly pool: string
  readonly lookUps: number
  readonly hits: number
}

/** Stream `address-<pool>.<address>`. Each account has one live vote; a new one replaces it. */
export type ValidationContributed = DomainEvent<
  'ValidationContributed',
  SharedResult & {
    readonly pool: string
    /** The contributing account. */
    readonly account: string
    /** The account's weight when it voted, in millionths: 100,000 at first, 1,000,000 once it is not young. */
    readonly weight: number
    /**
     * The account was not established yet: see `standingOf`. Where an address needs several accounts, such a vote counts
     * for nothing but the account's own credits and rank.
     */
    readonly young: boolean
    /** The first vote on this address in this pool. */
    readonly unique: boolean
    /** The first vote of this account on the address. */
    readonly first: boolean
    /** Counts as the first vote on the address although it is not: the others are below the quorum and must stay hidden. */
    readonly asFirst?: true
    /** The same, as earlier releases wrote it; a number that is of no more use. */
    readonly counted?: number
    /** The account's first vote on the address that is not young, after young ones. */
    readonly joins?: true
    /** This vote reaches the quorum, so the pool answers from now on. Absent where the quorum is 1. */
    readonly publishes?: true
    /** With this vote, as many established accounts as the quorum have contributed addresses of the domain. */
    readonly newDomain: boolean
    readonly credits: number
    /** Whether the result came from a single verification or a batch. */
    readonly source: 'single' | 'batch'
    /** The id of the verification event; `group` is its batch or request. */
    readonly cause: string
    readonly group: string | null
  }
>

/**
 * Stream `address-<pool>.<address>`. The pool forgets the address: its entry is deleted, and contributions no longer
 * refer to it. Statistics keep their counts. The next contribution of the address counts as its first.
 */
export type AddressForgotten = DomainEvent<
  'AddressForgotten',
  {
    readonly pool: string
    /** The pool's hash of the address. */
    readonly address: string
    /** Its contributions, each as `<account>.<event id>`; a long list is split over several events. */
    readonly contributions: readonly string[]
  }
>

/** The name of a contribution in AddressForgotten. @param event the id of the contribution's event */
export const contributionName = (account: string, event: string): string => `${account}.${event}`

/** Whether a contribution counts as the first of its address, for its account and in comparisons between accounts. */
export const countsAsFirst = ({
  unique,
  asFirst,
  counted,
}: Pick<ValidationContributed['data'], 'unique' | 'asFirst' | 'counted'>): boolean =>
  unique || asFirst === true || counted !== undefined

/**
 * Whether a vote adds its account to the established contributors of the address. Earlier releases did not write `joins`:
 * an account that had voted on the address while it was young joins when it votes again.
 */
export const joinsQuorum = ({
  young,
  first,
  joins,
}: Pick<ValidationContributed['data'], 'young' | 'first' | 'joins'>): boolean => !young && (first || joins === true)

export type PoolEvent = ValidationContributed

/** The events of an address's stream. */
export type AddressEvent = PoolEvent | AddressForgotten
