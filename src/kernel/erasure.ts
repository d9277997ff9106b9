import type { DomainEvent, Recorded } from './envelope.js'

/** Erasure of an owner: every document whose `owner` is this account is deleted. See AccountErased in accounts. */
export type OwnerErased = DomainEvent<'AccountErased', { readonly account: string }>

/** Event types that erase an owner. */
export const ERASURES: ReadonlySet<string> = new Set<OwnerErased['type']>(['AccountErased'])

export const isErasure = (event: Recorded): event is Recorded<OwnerErased> => ERASURES.has(event.type)
