import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { boundedTextBytes } from '../lmdb/bytes.js'
import { seal, unseal } from '../sealing/sealing.js'
import { type DataKey, KEY_ID_BYTES } from './sealedText.js'

const MAX_OWNER_BYTES = 500
/** Unwrapped keys kept in memory. */
const CACHED_KEYS = 10_000
const CHECK = Buffer.from('check')
const CHECK_CONTEXT = 'the key that wraps data keys'

/** What an owner's key is stored under; different owners never share it. */
export const ownerBytes = (owner: string): Buffer => boundedTextBytes(`o${owner}`, MAX_OWNER_BYTES)

/** The id of a stored key. */
export const idOf = (stored: Buffer): Buffer => stored.subarray(0, KEY_ID_BYTES)

/**
 * Data keys as they are stored: an id, then the key, wrapped (sealed) by one that derives from the service's secret
 * (HKDF, RFC 5869).
 * @param rootKey the service's secret, 32 bytes
 */
export function createWrapping(rootKey: Uint8Array) {
  if (rootKey.length !== 32) throw new RangeError('the root key must be 32 bytes')
  const wrappingKey = createSecretKey(Buffer.from(hkdfSync('sha256', rootKey, '', 'mailproof vault: wrapping key', 32)))
  const cache = new LRUCache<string, { readonly stored: Buffer; readonly dataKey: DataKey }>({ max: CACHED_KEYS })

  return {
    /** A new key for an owner, to be stored. */
    make: (owner: string): Buffer =>
      Buffer.concat([randomBytes(KEY_ID_BYTES), seal(wrappingKey, owner, randomBytes(32))]),
    /** The key that is stored for an owner; what is stored decides, what is remembered only saves the unwrapping. */
    unwrap(owner: string, stored: Uint8Array): DataKey {
      const cached = cache.get(owner)
      if (cached?.stored.equals(stored)) return cached.dataKey
      const copy = Buffer.from(stored)
      const key = createSecretKey(unseal(wrappingKey, owner, copy.subarray(KEY_ID_BYTES)))
      const dataKey = { id: idOf(copy), key }
      cache.set(owner, { stored: copy, dataKey })
      return dataKey
    },
    /** An owner's key is no more. */
    forget: (owner: string): unknown => cache.delete(owner),
    /** Something that only this secret opens: stored beside the keys, it tells whether they are its own. */
    proof: (): Buffer => seal(wrappingKey, CHECK_CONTEXT, CHECK),
    /** @throws Error when the proof was made with another secret */
    prove: (stored: Uint8Array): unknown => unseal(wrappingKey, CHECK_CONTEXT, stored),
  }
}

export type Wrapping = ReturnType<typeof createWrapping>
