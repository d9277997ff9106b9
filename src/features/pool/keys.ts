import { createHmac } from 'node:crypto'
import type { DeriveKey } from '../../kernel/keyDerivation.js'
import type { Caller } from '../accounts/index.js'
import { PUBLIC_POOL } from './events.js'

/** Bytes of an address's name: two addresses share one in 2^64 pairs. */
const ADDRESS_BYTES = 16
const CONTRIBUTOR_BYTES = 10

/** Whose results a caller reads and adds to: everybody's, or its own organisation's. */
export const poolOf = ({ account, plan }: Pick<Caller, 'account' | 'plan'>): string =>
  plan === 'enterprise' ? account : PUBLIC_POOL

export type PoolKeys = ReturnType<typeof createPoolKeys>

/** Names for what must not be named. Each kind has a key of its own, so that no two can be told to belong together. */
export function createPoolKeys({ deriveKey }: { readonly deriveKey: DeriveKey }) {
  const hmac = (purpose: string) => {
    const key = deriveKey(purpose)
    return (text: string): Buffer => createHmac('sha256', key).update(text).digest()
  }
  const addresses = hmac('pool-addresses')
  const contributors = hmac('contributors')
  const emailHashes = hmac('email-hashes')

  return {
    /** An address as one pool knows it. @param canonical see `canonicalAddress` */
    addressOf: (pool: string, canonical: string): string =>
      addresses(`${pool}\n${canonical}`).subarray(0, ADDRESS_BYTES).toString('base64url'),
    /** An account as the public knows it. */
    contributorOf: (account: string): string =>
      `c_${contributors(account).subarray(0, CONTRIBUTOR_BYTES).toString('hex')}`,
    /** An address as one account is shown it. @param address as the pool knows it */
    emailHashOf: (account: string, address: string): string => emailHashes(`${account}\n${address}`).toString('hex'),
  }
}
