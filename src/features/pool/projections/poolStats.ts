import type { Projection } from '../../../eventing/projection.js'
import { addressesAdded, type PoolEvent } from '../events.js'
import type { PoolLookupEvent } from './lookupEvents.js'
import { ownership } from './ownership.js'

export type PoolStatsDocument = {
  readonly owner?: string
  /** Contributions. */
  readonly validations: number
  /** Distinct addresses; one that too few stand behind counts for each of them. */
  readonly unique: number
  /** Contributions that found the address deliverable; the others found it is not. */
  readonly valid: number
  readonly lookUps: number
  /** Look-ups that were answered. */
  readonly hits: number
  /** Single verifications that asked the pool, and how long they took in all, in microseconds. */
  readonly timed: number
  readonly durationUs: number
}

const NOTHING = { validations: 0, unique: 0, valid: 0, lookUps: 0, hits: 0, timed: 0, durationUs: 0 }

/** Figures of a pool. Key: pool. */
export const poolStats: Projection<PoolEvent | PoolLookupEvent, PoolStatsDocument> = {
  name: 'pool_stats',
  version: 1,
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
    const before = document ?? { ...ownership(pool), ...NOTHING }
    if (event.type === 'ValidationContributed') {
      return {
        ...before,
        validations: before.validations + 1,
        unique: before.unique + addressesAdded(event.data),
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
