import type { Projection } from '../../../eventing/projection.js'
import { restrictionsIn } from '../encoding.js'
import type { AccountEvent, StoredRestrictions } from '../events.js'

export type ApiKeyDocument = {
  readonly owner: string
  readonly key: string
  readonly sandbox: boolean
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** Absent if the key has every right. */
  readonly restrictions?: StoredRestrictions
}

/** Maps an API key's digest to its account. Key: digest. */
export const apiKeys: Projection<AccountEvent, ApiKeyDocument> = {
  name: 'api_keys',
  version: 1,
  times: { expiresAt: 'iso', revokedAt: 'iso' },
  keys: (event) => {
    switch (event.type) {
      case 'ApiKeyGenerated':
      case 'RestrictedKeyGenerated':
      case 'ApiKeyRevoked':
        return [event.data.digest]
      default:
        return []
    }
  },
  apply: (document, event) => {
    switch (event.type) {
      case 'ApiKeyGenerated': {
        const { account: owner, key, sandbox, expiresAt } = event.data
        return { owner, key, sandbox, expiresAt, revokedAt: null }
      }
      case 'RestrictedKeyGenerated': {
        const { account: owner, key, sandbox, expiresAt } = event.data
        return { owner, key, sandbox, expiresAt, revokedAt: null, restrictions: restrictionsIn(event.data) }
      }
      case 'ApiKeyRevoked':
        return document ? { ...document, revokedAt: event.data.effectiveAt } : null
      default:
        return document ?? null
    }
  },
}
