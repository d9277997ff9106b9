import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { boundedTextBytes } from '../lmdb/bytes.js'
import { seal, unseal } from '../sealing/sealing.js'
import { type DataKey, KEY_ID_BYTES } from './sealedText.js'

const MAX_OWNER_BYTES = 500
/** Maximum number of unwrapped keys in memory. */
const MAX_CACHED_KEYS = 10_000
const PROOF_CONTENT = Buffer.from('check')
const PROOF_CONTEXT = 'the key that wraps data keys'

/** Name of the record that proves which secret key wraps the data keys. */
export const CHECK_NAME = 'check'

/** Database key under which an owner's data key is stored; unique per owner. */
export const ownerBytes = (owner: string): Buffer => boundedTextBytes(`o${owner}`, MAX_OWNER_BYTES)

/** Id of a stored key. */
export const idOf = (stored: Buffer): Buffer => stored.subarray(0, KEY_ID_BYTES)

/**
 * Stored form of data keys: an id, then the key, wrapped (sealed) with a key that is derived from the service's secret
 * with HKDF (RFC 5869).
 * @param rootKey the service's secret, 32 bytes
 */
export function createWrapping(rootKey: Uint8Array) {
  if (rootKey.length !== 32) throw new RangeError('The root key must have 32 bytes.')
  const wrappingKey = createSecretKey(Buffer.from(hkdfSync('sha256', rootKey, '', 'mailproof vault: wrapping key', 32)))
  const cache = new LRUCache<string, { readonly stored: Buffer; readonly dataKey: DataKey }>({ max: MAX_CACHED_KEYS })

  return {
    /** Creates a key for an owner, in its stored form. */
    create: (owner: string): Buffer =>
      Buffer.concat([randomBytes(KEY_ID_BYTES), seal(wrappingKey, owner, randomBytes(32))]),
    /** Unwraps the stored key of an owner. The cache only saves the decryption: an entry for other bytes is ignored. */
    unwrap(owner: string, stored: Uint8Array): DataKey {
      const cached = cache.get(owner)
      if (cached?.stored.equals(stored)) return cached.dataKey
      const copy = Buffer.from(stored)
      const key = createSecretKey(unseal(wrappingKey, owner, copy.subarray(KEY_ID_BYTES)))
      const dataKey = { id: idOf(copy), key }
      cache.set(owner, { stored: copy, dataKey })
      return dataKey
    },
    /** Removes an owner's key from the cache. */
    forget: (owner: string): unknown => cache.delete(owner),
    /** Creates content that only this root key opens; stored with the keys, it shows whether they belong to it. */
    createProof: (): Buffer => seal(wrappingKey, PROOF_CONTEXT, PROOF_CONTENT),
    /** @throws Error if the proof was created with another root key */
    verifyProof: (stored: Uint8Array): unknown => unseal(wrappingKey, PROOF_CONTEXT, stored),
  }
}

export type Wrapping = ReturnType<typeof createWrapping>
