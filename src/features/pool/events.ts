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

/** What a verification event carries of its result, where that is to be contributed. */
export interface Shared {
  readonly pool: string
  readonly result: SharedResult
}

/** The same of many results: addresses by row, and what several of them share once. */
export interface SharedColumns {
  readonly pool: string
  /** 22 characters a row: the addresses, one after the other. */
  readonly addresses: string
  /** A row's place in the columns below; rows that differ in nothing but their address have the same. */
  readonly place: readonly number[]
  readonly domains: readonly string[]
  /** A letter a place: e explicit, i implicit, n null_mx, u no_name, r no_records, t no_target, p not_public. */
  readonly routes: string
  /** A digit a place: 1 valid + 2 disposable + 4 role. */
  readonly flags: string
  /** Distinct providers in order of appearance. */
  readonly providers: readonly string[]
  /** A place's place in `providers`; -1 = none. */
  readonly provider: readonly number[]
  /** When DNS was asked for the first place, ISO 8601. */
  readonly since: string
  /** When it was for each place, in milliseconds after `since`; may be negative. */
  readonly checked: readonly number[]
  /** Seconds. */
  readonly ttls: readonly number[]
}

/** What a verification event says of the pool: how often it was asked, and how often it had the answer. */
export interface PoolUse {
  readonly pool: string
  readonly lookUps: number
  readonly hits: number
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
    /**
     * Accounts that had voted on it before this account's first vote, where there were any and too few for the pool to
     * answer. Nobody may learn of them, so that this vote counts as the first as well.
     */
    readonly voters?: number
    /** Of such a vote: with it, the pool answers. */
    readonly publishes?: true
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

/**
 * Stream `address-<pool>.<address>`. The pool knows the address no more: its entry goes, and what accounts contributed
 * does not lead to it any longer. What was counted stays counted. Whoever contributes the address later is its first.
 */
export type AddressForgotten = DomainEvent<
  'AddressForgotten',
  {
    readonly pool: string
    /** As the pool knew it. */
    readonly address: string
    /** What was contributed of it, each as `<account>.<id of the event>`; very many are told in several events. */
    readonly contributions: readonly string[]
  }
>

/** A contribution, as AddressForgotten names it. @param event its id */
export const contributionName = (account: string, event: string): string => `${account}.${event}`

/** Whether it counts as the first of its address, for its account and wherever accounts are compared. */
export const countsAsFirst = ({ unique, voters }: Pick<ValidationContributed['data'], 'unique' | 'voters'>): boolean =>
  unique || voters !== undefined

/**
 * What it adds to the addresses that statistics count. While too few accounts stand behind an address, each of them
 * counts it, so that none sees whether it was the first; it counts once as soon as the pool answers.
 */
export function addressesAdded({
  unique,
  voters,
  publishes,
}: Pick<ValidationContributed['data'], 'unique' | 'voters' | 'publishes'>): number {
  if (voters === undefined) return unique ? 1 : 0
  return publishes ? 1 - voters : 1
}

export type PoolEvent = ValidationContributed

/** All that an address's stream may hold. */
export type AddressEvent = PoolEvent | AddressForgotten
