// What a key is limited to: scopes, networks and, if it is publishable, the origins of pages.
import { containsNetwork, type Network } from '../../kernel/net/networks.js'
import type { Scope, StoredRestrictions } from './events.js'
import { SCOPES } from './scopes.js'

/** What a key is limited to. A key without restrictions has every right. */
export interface KeyRestrictions {
  /** In the order of `SCOPES`; all of them if only its networks are limited. */
  readonly scopes: readonly Scope[]
  /** From which the key may be used; empty: from anywhere. */
  readonly networks: readonly Network[]
  /** May be shown to everybody, in the source of a page: it verifies single addresses for the visitors of its origins. */
  readonly publishable: boolean
  /** Whose pages may use a publishable key, such as `https://shop.example`; empty for other keys. */
  readonly origins: readonly string[]
}

/** Whether a key with these restrictions can create and revoke keys. */
export const administers = (restrictions: Pick<StoredRestrictions, 'scopes'> | undefined): boolean =>
  restrictions === undefined || restrictions.scopes.includes('admin')

export const hasEveryScope = ({ scopes }: Pick<KeyRestrictions, 'scopes'>): boolean => scopes.length === SCOPES.length

/** Whether every address of these networks is in one of the others; no networks stand for every address. */
export const isCovered = (inner: readonly Network[], outer: readonly Network[]): boolean =>
  outer.length === 0 ||
  (inner.length > 0 && inner.every((network) => outer.some((other) => containsNetwork(other, network))))
