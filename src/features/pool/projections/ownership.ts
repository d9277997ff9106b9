import { PUBLIC_POOL } from '../events.js'

/** The owner member of a pool's document: the organisation, or none for the public pool. */
export const ownership = (pool: string): { readonly owner?: string } => (pool === PUBLIC_POOL ? {} : { owner: pool })
