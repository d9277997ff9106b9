import { LRUCache } from 'lru-cache'
import { createHmacSha256 } from '../../kernel/crypto/hmac.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import type { Caller } from '../accounts/index.js'
import { PUBLIC_POOL } from './events.js'

/** Bytes of an address's name: two addresses share one in 2^64 pairs. */
const ADDRESS_BYTES = 16
const CONTRIBUTOR_BYTES = 10
/** Names of accounts that are remembered: a leaderboard of 100 takes as long to name as to read. */
const REMEMBERED = 10_000

/** Whose results a caller reads and adds to: everybody's, or its own organisation's. */
export const poolOf = ({ account, plan }: Pick<Caller, 'account' | 'plan'>): string =>
  plan === 'enterprise' ? account : PUBLIC_POOL

export type PoolKeys = ReturnType<typeof createPoolKeys>

/** Names for what must not be named. Each kind has a key of its own, so that no two can be told to belong together. */
export function createPoolKeys({ deriveKey }: { readonly deriveKey: DeriveKey }) {
  const hmac = (purpose: string) => createHmacSha256(deriveKey(purpose))
  const addresses = hmac('pool-addresses')
  const contributors = hmac('contributors')
  const emailHashes = hmac('email-hashes')
  const names = new LRUCache<string, string>({
    max: REMEMBERED,
    memoMethod: (account) => `c_${contributors(account).subarray(0, CONTRIBUTOR_BYTES).toString('hex')}`,
  })

  return {
    /** An address as one pool knows it. @param canonical see `canonicalAddress` */
    addressOf: (pool: string, canonical: string): string =>
      addresses(`${pool}\n${canonical}`).toString('base64url', 0, ADDRESS_BYTES),
    /** An account as the public knows it. */
    contributorOf: (account: string): string => names.memo(account),
    /** An address as one account is shown it. @param address as the pool knows it */
    emailHashOf: (account: string, address: string): string => emailHashes(`${account}\n${address}`).toString('hex'),
  }
}
