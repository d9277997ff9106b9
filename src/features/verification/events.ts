import type { DomainEvent } from '../../kernel/envelope.js'
import type { PoolUse, Shared, SharedColumns } from '../pool/events.js'

export type VerdictStatus = 'valid' | 'invalid' | 'unknown'

/** Stream `usage-<account>.<yyyy-mm>`, of the month in which it was asked. Names no address. */
export type AddressVerified = DomainEvent<
  'AddressVerified',
  {
    readonly account: string
    /** Which contract answered. */
    readonly api: 'v1' | 'v2'
    readonly status: VerdictStatus
    readonly valid: boolean
    /** v1's reason; null where the address is not invalid. */
    readonly reason: string | null
    readonly disposable: boolean
    readonly role: boolean
    readonly free: boolean
    /** A-labels; null for a literal, or where there was no domain to speak of. */
    readonly domain: string | null
    readonly provider: string | null
    /** From acceptance to verdict, in microseconds. */
    readonly durationUs: number
    /** Addresses taken from the month: 1, or 0 where the verdict is unknown. */
    readonly charged: number
    /** Sealed: the answer (`Notice`). Only where a webhook of the account listens for it. */
    readonly notify?: string
    /** Absent where the signal pool was not asked. */
    readonly pool?: PoolUse
    /** Where it is to be contributed. */
    readonly share?: Shared
  }
>

/** The same for the addresses of one synchronous batch: a row a place, in compact columns. At most 50 KiB without `shared`. */
export type AddressesVerified = DomainEvent<
  'AddressesVerified',
  {
    readonly account: string
    readonly total: number
    readonly valid: number
    readonly invalid: number
    readonly unknown: number
    /** Distinct addresses with a verdict. */
    readonly charged: number
    readonly durationUs: number
    /** A letter a row: v valid, i invalid, u unknown. */
    readonly status: string
    /** A letter a row: - none, s syntax, d dns, m mx, n null_mx, r reserved_domain. */
    readonly reason: string
    /** A hex digit a row: 1 disposable + 2 role + 4 free. */
    readonly flags: string
    /** Distinct domains in order of appearance, as many as fit. */
    readonly domains: readonly string[]
    /** A row's place in `domains`; -1 = none, or not among them. */
    readonly domain: readonly number[]
    /** Absent where the signal pool was not asked. */
    readonly pool?: PoolUse
    /** What is to be contributed, each address once; absent where there is nothing. */
    readonly shared?: SharedColumns
  }
>

export type VerificationEvent = AddressVerified | AddressesVerified

/** Stream `limit-<account>.<yyyy-mm>.month`: once, by whoever notices first. */
export type UsageLimitReached = DomainEvent<
  'UsageLimitReached',
  {
    readonly account: string
    readonly limit: 'month'
    readonly period: string
    readonly used: number
    readonly allowed: number
    /** Unix seconds. */
    readonly reset: number
  }
>
