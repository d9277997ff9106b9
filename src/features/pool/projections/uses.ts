import type { DomainEvent } from '../../../kernel/envelope.js'
import type { BatchChunkVerified } from '../../batches/events.js'
import type { AddressesVerified, AddressVerified } from '../../verification/events.js'
import type { PoolUse } from '../events.js'

type Using<E extends DomainEvent<string, object>> = DomainEvent<E['type'], E['data'] & { readonly pool?: PoolUse }>

/** Verifications, with what they say of the pool they asked. */
export type UsingEvent = Using<AddressVerified> | Using<AddressesVerified> | Using<BatchChunkVerified>

export type UsingType = UsingEvent['type']
