import { PUBLIC_POOL } from '../events.js'

/** Whose a pool's document is: an organisation's, or nobody's. */
export const ownership = (pool: string): { readonly owner?: string } => (pool === PUBLIC_POOL ? {} : { owner: pool })
