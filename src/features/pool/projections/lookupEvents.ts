import type { BatchChunkVerified } from '../../batches/events.js'
import type { AddressesVerified, AddressVerified } from '../../verification/events.js'

/** Events that carry the number of pool lookups and hits. */
export type PoolLookupEvent = AddressVerified | AddressesVerified | BatchChunkVerified
