import type { Projection } from '../../../eventing/projection.js'
import { addressesAdded, type PoolEvent } from '../events.js'
import { ownership } from './ownership.js'

export type PoolDomainDocument = {
  readonly owner?: string
  readonly pool: string
  readonly domain: string
  /** Distinct addresses; an address below the quorum counts once per contributor. */
  readonly addresses: number
  /** The first accounts that contributed an address of the domain, up to a maximum. */
  readonly contributors: readonly string[]
}

/** Above any configurable threshold. */
const MAX_CONTRIBUTORS = 200

export const poolDomainId = (pool: string, domain: string): string => `${pool}.${domain}`

/** The domains of a pool's addresses. Key: pool.domain. */
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
