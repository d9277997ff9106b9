// Keyed hashes that stand in for addresses and accounts in a pool, and the pool that a caller uses.
import { LRUCache } from 'lru-cache'
import { createHmacSha256 } from '../../kernel/crypto/hmac.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import type { Caller } from '../accounts/index.js'
import { PUBLIC_POOL } from './events.js'

/** Bytes of an address's hash: a collision is expected only among about 2^64 addresses. */
const ADDRESS_BYTES = 16
const CONTRIBUTOR_DIGITS = 20
/** Cached contributor ids: without the cache, computing them takes as long as reading a leaderboard of 100. */
const CACHE_SIZE = 10_000

/** The pool that a caller reads from and contributes to: the public one, or its own organisation's. */
export const poolOf = ({ account, plan }: Pick<Caller, 'account' | 'plan'>): string =>
  plan === 'enterprise' ? account : PUBLIC_POOL

/**
 * Keyed hashes that stand in for addresses and accounts. Each kind has its own key, so that no two can be correlated.
 */
export interface PoolKeys {
  /** The hash under which one pool stores an address. @param canonical see `canonicalAddress` */
  readonly addressOf: (pool: string, canonical: string) => string
  /** The public, anonymous id of an account. */
  readonly contributorOf: (account: string) => string
  /** The hash under which an address is shown to one account. @param address the pool's hash of the address */
  readonly emailHashOf: (account: string, address: string) => string
}

export function createPoolKeys({ deriveKey }: { readonly deriveKey: DeriveKey }): PoolKeys {
  const hmac = (purpose: string) => createHmacSha256(deriveKey(purpose))
  const addresses = hmac('pool-addresses')
  const contributors = hmac('contributors')
  const emailHashes = hmac('email-hashes')
  const names = new LRUCache<string, string>({
    ...entryLimit(CACHE_SIZE),
    memoMethod: (account) => `c_${contributors(account, 'hex').slice(0, CONTRIBUTOR_DIGITS)}`,
  })

  return {
    addressOf: (pool, canonical) =>
      Buffer.from(addresses(`${pool}\n${canonical}`, 'binary').slice(0, ADDRESS_BYTES), 'latin1').toString('base64url'),
    contributorOf: (account) => names.memo(account),
    emailHashOf: (account, address) => emailHashes(`${account}\n${address}`, 'hex'),
  }
}
