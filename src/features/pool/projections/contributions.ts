import type { Projection } from '../../../eventing/projection.js'
import type { PoolEvent } from '../events.js'

export type ContributionDocument = {
  readonly owner: string
  readonly pool: string
  /** ISO 8601. */
  readonly at: string
  /** As the pool knows it. */
  readonly address: string
  readonly credits: number
  readonly unique: boolean
}

/** What an account contributed, one by one. Key: pool.account.position. */
export const contributions: Projection<PoolEvent, ContributionDocument> = {
  name: 'contributions',
  version: 1,
  indexes: { byAccount: ['pool', 'owner', 'at', '_id'] },
  keys: ({ type, data, position }) =>
    type === 'ValidationContributed' ? [`${data.pool}.${data.account}.${position}`] : [],
  apply: (_document, { data: { account: owner, pool, address, credits, unique }, recordedAt: at }) => ({
    owner,
    pool,
    at,
    address,
    credits,
    unique,
  }),
}
