import type { Scope } from './events.js'

/**
 * What a key may do. Each keyed operation of the contract needs one of these scopes (`x-scope`); a key without a list of
 * scopes has all of them, also those of later releases.
 */
export const SCOPES = [
  'verify',
  'bulk',
  'read',
  'webhooks',
  'rules',
  'outcomes',
  'admin',
] as const satisfies readonly Scope[]

/** Without duplicates, in the order of {@link SCOPES}. */
export const inOrder = (scopes: readonly Scope[]): Scope[] => SCOPES.filter((scope) => scopes.includes(scope))
