import type { DomainEvent } from '../../kernel/envelope.js'
import type { LimitOverrides, Plan } from './plans.js'

/** Stream `account-<id>`. Whatever names a person is sealed under the account's own data key. */
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
    /** From when on it no longer works, ISO 8601; may lie ahead, where a key is being replaced. */
    readonly effectiveAt: string
  }
>

export type PlanChanged = DomainEvent<'PlanChanged', { readonly account: string; readonly plan: Plan }>

export type LimitsOverridden = DomainEvent<'LimitsOverridden', { readonly account: string } & LimitOverrides>

/**
 * The account is no more, and stays so: its data key is destroyed, its blobs and documents are deleted, whatever is still
 * told of it counts no more, and a start on a restored backup does all of that again.
 */
export type AccountErased = DomainEvent<'AccountErased', { readonly account: string }>

export type AccountEvent =
  | AccountRegistered
  | ApiKeyGenerated
  | ApiKeyRevoked
  | PlanChanged
  | LimitsOverridden
  | AccountErased

/** Stream `key-<digest>`: one event, so that a key is found before any projection ran. */
export type ApiKeyIssued = DomainEvent<'ApiKeyIssued', { readonly account: string; readonly key: string }>
