import type { Projection } from '../../../eventing/projection.js'
import { addressesAdded, type PoolEvent } from '../events.js'
import { ownership } from './ownership.js'

export type PoolDomainDocument = {
  readonly owner?: string
  readonly pool: string
  readonly domain: string
  /** Distinct ones; one that too few stand behind counts for each of them. */
  readonly addresses: number
  /** The first accounts that contributed any. */
  readonly contributors: readonly string[]
}

/** More than any threshold asks for. */
const MAX_CONTRIBUTORS = 200

export const poolDomainId = (pool: string, domain: string): string => `${pool}.${domain}`

/** Domains that a pool has addresses of. Key: pool.domain. */
export const poolDomains: Projection<PoolEvent, PoolDomainDocument> = {
  name: 'pool_domains',
  version: 1,
  indexes: { byAddresses: ['pool', 'addresses', '_id'] },
  keys: ({ type, data }) => (type === 'ValidationContributed' ? [poolDomainId(data.pool, data.domain)] : []),
  apply: (document, { data }) => {
    const { pool, domain, account } = data
    const contributors = document?.contributors ?? []
    const isNew = contributors.length < MAX_CONTRIBUTORS && !contributors.includes(account)
    return {
      ...ownership(pool),
      pool,
      domain,
      addresses: (document?.addresses ?? 0) + addressesAdded(data),
      contributors: isNew ? [...contributors, account] : contributors,
    }
  },
}
