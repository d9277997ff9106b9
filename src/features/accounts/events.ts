import type { DomainEvent } from '../../kernel/envelope.js'
import type { LimitOverrides, Plan } from './plans.js'

/** Stream `account-<id>`. Personal data is sealed with the account's own data key. */
export type AccountRegistered = DomainEvent<
  'AccountRegistered',
  { readonly account: string; readonly email: string; readonly name: string | null; readonly plan: Plan }
>

export type ApiKeyGenerated = DomainEvent<
  'ApiKeyGenerated',
  {
    readonly account: string
    readonly key: string
    /** SHA-256 of the key, lower-case hex: the key itself is never stored. */
    readonly digest: string
    readonly masked: string
    /** Sealed. */
    readonly name: string | null
    readonly sandbox: boolean
    /** ISO 8601; null = never. */
    readonly expiresAt: string | null
  }
>

export type ApiKeyRevoked = DomainEvent<
  'ApiKeyRevoked',
  {
    readonly account: string
    readonly key: string
    readonly digest: string
    /** When the key stops working, ISO 8601. In the future when the key is being rotated. */
    readonly effectiveAt: string
  }
>

export type PlanChanged = DomainEvent<'PlanChanged', { readonly account: string; readonly plan: Plan }>

export type LimitsOverridden = DomainEvent<'LimitsOverridden', { readonly account: string } & LimitOverrides>

/**
 * The account is erased permanently: its data key is destroyed, its blobs and documents are deleted, and later events
 * about it are ignored. Starting on a restored backup applies the erasure again.
 */
export type AccountErased = DomainEvent<'AccountErased', { readonly account: string }>

export type AccountEvent =
  | AccountRegistered
  | ApiKeyGenerated
  | ApiKeyRevoked
  | PlanChanged
  | LimitsOverridden
  | AccountErased

/** Stream `key-<digest>`: a single event, so that a key can be found before any projection has run. */
export type ApiKeyIssued = DomainEvent<'ApiKeyIssued', { readonly account: string; readonly key: string }>
