import type { Projection } from '../../../eventing/projection.js'
import type { PoolEvent } from '../events.js'
import { ownership } from './ownership.js'

export type PoolDomainDocument = {
  readonly owner?: string
  readonly pool: string
  readonly domain: string
  /** Distinct addresses. */
  readonly addresses: number
  /** Those that have reached a quorum of several accounts. */
  readonly published: number
  /** The first accounts that contributed an address of the domain, up to a maximum. */
  readonly contributors: readonly string[]
  /** The same of established accounts. */
  readonly established: readonly string[]
}

/** Above any configurable threshold. */
const MAX_CONTRIBUTORS = 200

const including = (account: string, accounts: readonly string[]): readonly string[] =>
  accounts.length < MAX_CONTRIBUTORS && !accounts.includes(account) ? [...accounts, account] : accounts

export const poolDomainId = (pool: string, domain: string): string => `${pool}.${domain}`

/** The domains of a pool's addresses. Key: pool.domain. */
export const poolDomains: Projection<PoolEvent, PoolDomainDocument> = {
  name: 'pool_domains',
  version: 2,
  indexes: { byAddresses: ['pool', 'addresses', '_id'], byPublished: ['pool', 'published', '_id'] },
  keys: ({ type, data }) => (type === 'ValidationContributed' ? [poolDomainId(data.pool, data.domain)] : []),
  apply: (document, { data }) => {
    const { pool, domain, account } = data
    const established = document?.established ?? []
    return {
      ...ownership(pool),
      pool,
      domain,
      addresses: (document?.addresses ?? 0) + (data.unique ? 1 : 0),
      published: (document?.published ?? 0) + (data.publishes ? 1 : 0),
      contributors: including(account, document?.contributors ?? []),
      established: data.young ? established : including(account, established),
    }
  },
}
