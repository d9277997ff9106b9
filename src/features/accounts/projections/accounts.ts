// The read model of accounts.
import type { Projection } from '../../../eventing/projection.js'
import { restrictionsIn } from '../encoding.js'
import type { AccountEvent, AddressKeeping, StoredRestrictions } from '../events.js'
import { isActive } from '../events.js'
import { type LimitOverrides, NO_OVERRIDES, type Plan } from '../plans.js'

type AccountKey = {
  readonly id: string
  /** Sealed. */
  readonly name: string | null
  readonly masked: string
  readonly digest: string
  readonly sandbox: boolean
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** Absent if the key has every right. */
  readonly restrictions?: StoredRestrictions
}

export type AccountDocument = {
  readonly owner: string
  /** Sealed. */
  readonly email: string
  /** Sealed. */
  readonly name: string | null
  readonly plan: Plan
  readonly overrides: LimitOverrides
  readonly createdAt: string
  readonly updatedAt: string
  /** Absent if the owner's address is not confirmed. */
  readonly emailConfirmedAt?: string
  /** Absent if addresses were never kept. */
  readonly addressKeeping?: AddressKeeping
  /** Oldest first. Those that have ended are dropped when the next key is added, so that the document stays small. */
  readonly keys: readonly AccountKey[]
}

/** Links that are only sent change nothing that is read. */
type ReadEvent = Exclude<AccountEvent, { type: 'EmailConfirmationRequested' }>

/** Read model of accounts, for their owners and the operator. Key: account id. */
export const accounts: Projection<ReadEvent, AccountDocument> = {
  name: 'accounts',
  version: 2,
  indexes: { byCreation: ['createdAt', '_id'] },
  times: {
    createdAt: 'iso',
    updatedAt: 'iso',
    emailConfirmedAt: 'iso',
    'keys.createdAt': 'iso',
    'keys.expiresAt': 'iso',
    'keys.revokedAt': 'iso',
  },
  keys: (event) => {
    switch (event.type) {
      case 'AccountRegistered':
      case 'ApiKeyGenerated':
      case 'RestrictedKeyGenerated':
      case 'ApiKeyRevoked':
      case 'PlanChanged':
      case 'LimitsOverridden':
      case 'EmailConfirmed':
      case 'AddressKeepingChanged':
      case 'AccountErased':
        return [event.data.account]
      default:
        return []
    }
  },
  apply: (document, event) => {
    const updatedAt = event.recordedAt
    if (event.type === 'AccountRegistered') {
      const { account: owner, email, name, plan } = event.data
      return { owner, email, name, plan, overrides: NO_OVERRIDES, createdAt: updatedAt, updatedAt, keys: [] }
    }
    if (!document) return null
    switch (event.type) {
      case 'ApiKeyGenerated': {
        const { key: id, account: _, ...rest } = event.data
        return withKey(document, { id, ...rest, createdAt: updatedAt, revokedAt: null })
      }
      case 'RestrictedKeyGenerated': {
        const { key: id, digest, masked, name, sandbox, expiresAt } = event.data
        const restrictions = restrictionsIn(event.data)
        const key = {
          id,
          digest,
          masked,
          name,
          sandbox,
          expiresAt,
          createdAt: updatedAt,
          revokedAt: null,
          restrictions,
        }
        return withKey(document, key)
      }
      case 'ApiKeyRevoked': {
        const { key: id, effectiveAt } = event.data
        return {
          ...document,
          updatedAt,
          keys: document.keys.map((key) => (key.id === id ? { ...key, revokedAt: effectiveAt } : key)),
        }
      }
      case 'PlanChanged':
        return { ...document, updatedAt, plan: event.data.plan }
      case 'EmailConfirmed':
        return { ...document, updatedAt, emailConfirmedAt: updatedAt }
      case 'AddressKeepingChanged':
        return { ...document, updatedAt, addressKeeping: { keeping: event.data.keeping, days: event.data.days } }
      case 'AccountErased':
        return null
      case 'LimitsOverridden':
        return { ...document, updatedAt, overrides: { perMinute: event.data.perMinute, perMonth: event.data.perMonth } }
    }
  },
}

function withKey(document: AccountDocument, key: AccountKey): AccountDocument {
  const active = document.keys.filter((other) => isActive(other, key.createdAt))
  return { ...document, updatedAt: key.createdAt, keys: [...active, key] }
}
