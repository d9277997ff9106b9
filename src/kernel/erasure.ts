import type { DomainEvent, Recorded } from './envelope.js'

/** Of whoever is erased, all documents go that name it as their `owner`; see accounts' AccountErased. */
export type OwnerErased = DomainEvent<'AccountErased', { readonly account: string }>

export const ERASURES: ReadonlySet<string> = new Set<OwnerErased['type']>(['AccountErased'])

export const isErasure = (event: Recorded): event is Recorded<OwnerErased> => ERASURES.has(event.type)
