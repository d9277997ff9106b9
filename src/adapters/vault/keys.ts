import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import type { Database, RootDatabase } from 'lmdb'
import { LRUCache } from 'lru-cache'
import { DataDirectoryError } from '../dataDirectory/error.js'
import { boundedTextBytes } from '../lmdb/bytes.js'
import { openDatabase } from '../lmdb/environment.js'
import { seal, unseal } from '../sealing/sealing.js'
import { type DataKey, KEY_ID_BYTES } from './sealedText.js'

const MAX_OWNER_BYTES = 500
/** Unwrapped keys kept in memory. */
const CACHED_KEYS = 10_000
const CHECK = Buffer.from('check')
const CHECK_CONTEXT = 'the key that wraps data keys'

/** Data keys by owner, each wrapped (sealed) by a key that derives from the service's secret (HKDF, RFC 5869). */
export interface Keys {
  get(owner: string): DataKey | undefined
  /** Inside a transaction: the owner's key, made now if there is none. */
  make(owner: string): DataKey
  /** Inside a transaction. */
  destroy(owner: string): void
  /** Whether an owner's key of this id was destroyed. */
  wasDestroyed(id: Buffer): boolean
  /** Inside a transaction, once: @throws DataDirectoryError when the keys were wrapped with another secret */
  check(path: string): void
}

export function openKeys(environment: RootDatabase, rootKey: Uint8Array): Keys {
  const wrapped: Database<Uint8Array, Uint8Array> = openDatabase(environment, 'keys')
  const destroyed: Database<Uint8Array, Uint8Array> = openDatabase(environment, 'destroyed')
  const checks: Database<Uint8Array, Uint8Array> = openDatabase(environment, 'checks')
  const wrappingKey = createSecretKey(Buffer.from(hkdfSync('sha256', rootKey, '', 'mailproof vault: wrapping key', 32)))
  const cache = new LRUCache<string, { readonly stored: Buffer; readonly dataKey: DataKey }>({ max: CACHED_KEYS })
  const ownerKey = (owner: string) => boundedTextBytes(`o${owner}`, MAX_OWNER_BYTES)

  /** What is stored decides, each time: another process may have destroyed the key. */
  function get(owner: string): DataKey | undefined {
    const found = wrapped.getBinaryFast(ownerKey(owner))
    if (!found) {
      cache.delete(owner)
      return undefined
    }
    const stored = found.subarray(0, found.length)
    const cached = cache.get(owner)
    if (cached?.stored.equals(stored)) return cached.dataKey
    const entry = { stored: Buffer.from(stored), dataKey: unwrap(owner, Buffer.from(stored)) }
    cache.set(owner, entry)
    return entry.dataKey
  }

  const unwrap = (owner: string, stored: Buffer): DataKey => ({
    id: stored.subarray(0, KEY_ID_BYTES),
    key: createSecretKey(unseal(wrappingKey, owner, stored.subarray(KEY_ID_BYTES))),
  })

  return {
    get,
    make(owner) {
      const found = get(owner)
      if (found) return found
      const stored = Buffer.concat([randomBytes(KEY_ID_BYTES), seal(wrappingKey, owner, randomBytes(32))])
      wrapped.putSync(ownerKey(owner), stored)
      return unwrap(owner, stored)
    },
    destroy(owner) {
      const stored = wrapped.getBinary(ownerKey(owner))
      if (!stored) return
      destroyed.putSync(Buffer.from(stored.subarray(0, KEY_ID_BYTES)), Buffer.of(1))
      wrapped.removeSync(ownerKey(owner))
      cache.delete(owner)
    },
    wasDestroyed: (id) => destroyed.getBinaryFast(id) !== undefined,
    check(path) {
      const stored = checks.getBinary(CHECK)
      if (!stored) {
        checks.putSync(CHECK, seal(wrappingKey, CHECK_CONTEXT, CHECK))
        return
      }
      try {
        unseal(wrappingKey, CHECK_CONTEXT, stored)
      } catch (error) {
        throw new DataDirectoryError(
          `${path} was made with another secret key: restore the secret.key that belongs to this data`,
          { cause: error },
        )
      }
    },
  }
}
