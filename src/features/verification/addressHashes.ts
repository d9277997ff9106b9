// Keyed hashes by which an account finds what it was answered about an address.
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.js'
import { createHmacSha256, type Hmac } from '../../kernel/crypto/hmac.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import { monotonicTtl } from '../../kernel/monotonicTtl.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { MINUTE_MS } from '../../kernel/time.js'

/**
 * Bits of a hash. Among ten million addresses of an account, a search finds another one than the one it was for once in
 * four hundred thousand; more bits would make every event larger.
 */
const HASH_BITS = 42
/** Digits of an HMAC that hold them, and the bits of these digits that are left over. */
const HEX_DIGITS = 11
const LEFT_OVER = 2 ** (4 * HEX_DIGITS - HASH_BITS)
/** How long a key that was destroyed with its account may stay in memory. */
const KEY_TTL_MS = MINUTE_MS
const MAX_KEYS = 10_000

/**
 * The hash of an address for one account: the first 42 bits of HMAC-SHA256, as an integer. Its key is derived from the
 * account's data key, so accounts cannot be joined by it, and erasing the account destroys it. Synchronous while the key is
 * cached.
 * @param canonical see `canonicalAddress`
 */
export type HashAddress = (account: string, canonical: string) => number | Promise<number>

export function createHashAddress({ vault, clock }: { readonly vault: Vault; readonly clock: Clock }): HashAddress {
  const keys = new LRUCache<string, Hmac>({ ...entryLimit(MAX_KEYS), ...monotonicTtl(KEY_TTL_MS, clock) })

  const hash = (hmac: Hmac, canonical: string): number =>
    Math.floor(Number.parseInt(hmac(canonical, 'hex').slice(0, HEX_DIGITS), 16) / LEFT_OVER)

  async function loadKey(account: string): Promise<Hmac> {
    const hmac = createHmacSha256(await vault.deriveKey(account, 'addresses'))
    keys.set(account, hmac)
    return hmac
  }

  return (account, canonical) => {
    const known = keys.get(account)
    return known ? hash(known, canonical) : loadKey(account).then((hmac) => hash(hmac, canonical))
  }
}
