import type { Projection } from '../../../eventing/projection.js'
import type { PoolEvent } from '../events.js'

type ContributorDocument = {
  readonly owner: string
  readonly pool: string
  /** Counted contributions; see `LeaderboardDocument.counted`. */
  readonly contributions: number
  /** When the last contribution was recorded, ISO 8601. */
  readonly lastAt: string
}

export const contributorId = (pool: string, account: string): string => `${pool}.${account}`

/** The contributors of a pool with their counted contributions and last activity. Key: pool.account. */
export const contributors: Projection<PoolEvent, ContributorDocument> = {
  name: 'contributors',
  version: 2,
  indexes: { byLast: ['pool', 'lastAt', '_id'], byContributions: ['pool', 'contributions', '_id'] },
  times: { lastAt: 'iso' },
  keys: ({ type, data }) => (type === 'ValidationContributed' ? [contributorId(data.pool, data.account)] : []),
  apply: (document, { data: { account: owner, pool, credits }, recordedAt: lastAt }) => ({
    owner,
    pool,
    contributions: (document?.contributions ?? 0) + (credits > 0 ? 1 : 0),
    lastAt,
  }),
}
