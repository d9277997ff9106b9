import type { DomainEvent } from '../../kernel/envelope.js'
import type { LimitOverrides, Plan } from './plans.js'

/** Stream `account-<id>`. Personal data is sealed with the account's own data key. */
export type AccountRegistered = DomainEvent<
  'AccountRegistered',
  { readonly account: string; readonly email: string; readonly name: string | null; readonly plan: Plan }
>

/** What a key may do; `SCOPES` lists them. */
export type Scope = 'verify' | 'bulk' | 'read' | 'webhooks' | 'rules' | 'outcomes' | 'admin'

/** Restrictions as events and documents have them. */
export type StoredRestrictions = {
  readonly scopes: readonly Scope[]
  readonly publishable: boolean
  /** A JSON list, sealed, because a network may be that of a person; null: from anywhere. */
  readonly networks: string | null
  /** A JSON list, sealed; null unless the key is publishable. */
  readonly origins: string | null
}

interface GeneratedKey {
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

/** A key with every right. */
export type ApiKeyGenerated = DomainEvent<'ApiKeyGenerated', GeneratedKey>

/**
 * A key with restrictions. A type of its own, because a program that does not know restrictions must not take the key for
 * one with every right.
 */
export type RestrictedKeyGenerated = DomainEvent<'RestrictedKeyGenerated', GeneratedKey & StoredRestrictions>

/**
 * A link that confirms the owner's address is to be sent to it. The token in the link is derived from the account and
 * `request`; a later request ends it.
 */
export type EmailConfirmationRequested = DomainEvent<
  'EmailConfirmationRequested',
  {
    readonly account: string
    readonly request: string
    /** SHA-256 of the token, lower-case hex. */
    readonly digest: string
    /** ISO 8601. */
    readonly expiresAt: string
  }
>

/** Somebody who reads the mail of the owner's address followed the link. */
export type EmailConfirmed = DomainEvent<'EmailConfirmed', { readonly account: string }>

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

/** How an account keeps masked addresses beside its decisions. */
export type AddressKeeping = {
  /** Names the data key that they are sealed with: a new one whenever the account begins to keep them. */
  readonly keeping: string
  /** For how long each is kept, at most 365; 0: no longer, so that the data key is destroyed. */
  readonly days: number
}

export type AddressKeepingChanged = DomainEvent<'AddressKeepingChanged', { readonly account: string } & AddressKeeping>

export type LimitsOverridden = DomainEvent<'LimitsOverridden', { readonly account: string } & LimitOverrides>

/**
 * The account is erased permanently: its data key is destroyed, its blobs and documents are deleted, and later events
 * about it are ignored. Starting on a restored backup applies the erasure again.
 */
export type AccountErased = DomainEvent<'AccountErased', { readonly account: string }>

export type AccountEvent =
  | AccountRegistered
  | ApiKeyGenerated
  | RestrictedKeyGenerated
  | ApiKeyRevoked
  | PlanChanged
  | LimitsOverridden
  | AddressKeepingChanged
  | EmailConfirmationRequested
  | EmailConfirmed
  | AccountErased

/** Stream `key-<digest>`: a single event, so that a key can be found before any projection has run. */
export type ApiKeyIssued = DomainEvent<'ApiKeyIssued', { readonly account: string; readonly key: string }>

/**
 * Stream `invite-<digest>`: a single event. The account that the invitation becomes has an id derived from the digest, so
 * that an invitation is used up exactly when that account exists.
 */
export type InviteIssued = DomainEvent<
  'InviteIssued',
  {
    readonly plan: Plan
    /** ISO 8601. */
    readonly expiresAt: string
  }
>

/** The times at which a key stops working, ISO 8601. */
interface KeyEnds {
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

/** When a key stops working: at the end of its lifetime or by its revocation, whichever is earlier; null if neither is known. */
export const endOf = ({ expiresAt, revokedAt }: KeyEnds): string | null =>
  expiresAt === null || (revokedAt !== null && revokedAt < expiresAt) ? revokedAt : expiresAt

/** Whether a key with these ends works at an instant; all ISO 8601. */
export function isActive(key: KeyEnds, at: string): boolean {
  const end = endOf(key)
  return end === null || at < end
}
