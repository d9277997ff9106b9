// The read model of a pool's totals by day.
import type { Projection } from '../../../eventing/projection.js'
import type { PoolEvent } from '../events.js'
import type { PoolLookupEvent } from './lookupEvents.js'
import { ownership } from './ownership.js'

/**
 * Totals of one day. Only what the pool's total and its activity feed reveal anyway: lookups per day would publish the
 * load of the installation.
 */
type PoolDayDocument = {
  readonly owner?: string
  readonly pool: string
  /** The UTC day of recording, `yyyy-mm-dd`. */
  readonly day: string
  /** Number of contributions. */
  readonly contributions: number
  /** Number of lookups that the pool answered. */
  readonly hits: number
}

interface Added {
  readonly pool: string
  readonly contributions: number
  readonly hits: number
}

export const poolDayId = (pool: string, day: string): string => `${pool}.${day}`

/** What an event adds to the totals of a pool; undefined if nothing. */
function addedBy(event: PoolEvent | PoolLookupEvent): Added | undefined {
  switch (event.type) {
    case 'ValidationContributed':
      return { pool: event.data.pool, contributions: 1, hits: 0 }
    case 'AddressVerified':
    case 'AddressesVerified':
    case 'BatchChunkVerified': {
      const { pool, hits = 0 } = event.data.pool ?? {}
      return pool === undefined || hits === 0 ? undefined : { pool, contributions: 0, hits }
    }
    default:
      return undefined
  }
}

/** Totals of a pool on a UTC day. Key: pool.day. */
export const poolDays: Projection<PoolEvent | PoolLookupEvent, PoolDayDocument> = {
  name: 'pool_days',
  version: 1,
  keys: (event) => {
    const added = addedBy(event)
    return added ? [poolDayId(added.pool, event.recordedAt.slice(0, 10))] : []
  },
  apply: (document, event) => {
    const { pool, contributions, hits } = addedBy(event)!
    return {
      ...ownership(pool),
      pool,
      day: event.recordedAt.slice(0, 10),
      contributions: (document?.contributions ?? 0) + contributions,
      hits: (document?.hits ?? 0) + hits,
    }
  },
}
