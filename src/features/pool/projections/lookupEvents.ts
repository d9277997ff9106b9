import type { BatchChunkVerified } from '../../batches/events.js'
import type { AddressesVerified, AddressVerified } from '../../verification/events.js'

/** Events that say how the pool was used. */
export type PoolLookupEvent = AddressVerified | AddressesVerified | BatchChunkVerified
