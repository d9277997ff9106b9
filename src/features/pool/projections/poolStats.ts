// The read model of a pool's statistics.
import type { Projection } from '../../../eventing/projection.js'
import type { PoolEvent } from '../events.js'
import type { PoolLookupEvent } from './lookupEvents.js'
import { ownership } from './ownership.js'

export type PoolStatsDocument = {
  readonly owner?: string
  /** Number of contributions. */
  readonly validations: number
  /** Distinct addresses. */
  readonly unique: number
  /** Those that have reached a quorum of several accounts. */
  readonly published: number
  /** Contributions that found the address deliverable; the others found it undeliverable. */
  readonly valid: number
  readonly lookUps: number
  /** Lookups that the pool answered. */
  readonly hits: number
  /** Number and total duration (microseconds) of the single verifications that consulted the pool. */
  readonly timed: number
  readonly durationUs: number
}

const ZERO = { validations: 0, unique: 0, published: 0, valid: 0, lookUps: 0, hits: 0, timed: 0, durationUs: 0 }

/** Statistics of a pool. Key: pool. */
export const poolStats: Projection<PoolEvent | PoolLookupEvent, PoolStatsDocument> = {
  name: 'pool_stats',
  version: 2,
  keys: (event) => {
    switch (event.type) {
      case 'ValidationContributed':
        return [event.data.pool]
      case 'AddressVerified':
      case 'AddressesVerified':
      case 'BatchChunkVerified':
        return event.data.pool ? [event.data.pool.pool] : []
      default:
        return []
    }
  },
  apply: (document, event, pool) => {
    const before = document ?? { ...ownership(pool), ...ZERO }
    if (event.type === 'ValidationContributed') {
      return {
        ...before,
        validations: before.validations + 1,
        unique: before.unique + (event.data.unique ? 1 : 0),
        published: before.published + (event.data.publishes ? 1 : 0),
        valid: before.valid + (event.data.valid ? 1 : 0),
      }
    }
    const { lookUps, hits } = event.data.pool!
    const isTimed = event.type === 'AddressVerified'
    return {
      ...before,
      lookUps: before.lookUps + lookUps,
      hits: before.hits + hits,
      timed: before.timed + (isTimed ? 1 : 0),
      durationUs: before.durationUs + (isTimed ? event.data.durationUs : 0),
    }
  },
}
