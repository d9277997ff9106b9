// The vault port in MongoDB: encrypts with a data key per owner, which can be destroyed.
import { LRUCache } from 'lru-cache'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { callerOf } from '../mongodb/callMongo.js'
import type { Mongo } from '../mongodb/connect.js'
import { openMongoKeys } from './mongodbKeys.js'
import { inspectKeys, rootIn, rotateKeys } from './rotation.js'
import { type DataKey, derivedKey, keyIdOf, openText, sealText } from './sealedText.js'
import { createWrapping } from './wrapping.js'

/**
 * Time for which a key is used for sealing without being read again. If another process destroys the key meanwhile,
 * text sealed with it cannot be opened.
 */
const SEALING_KEY_TTL_MS = 1_000
/** Maximum number of cached keys for sealing. */
const MAX_SEALING_KEYS = 10_000

interface MongoVaultOptions extends Pick<Mongo, 'db'> {
  /** The service's secret, 32 bytes; stored outside the database and the log. */
  readonly rootKey: Uint8Array
  /** The secret and the one before it; see `createWrapping`. */
  readonly readSecrets?: (() => readonly Uint8Array[]) | undefined
}

/**
 * Vault in MongoDB. A key that one process destroys is immediately gone for all of them.
 * @throws StoreUrlError if the keys in the database were wrapped with another root key
 */
export async function createMongoVault({ db, rootKey, readSecrets }: MongoVaultOptions): Promise<Vault> {
  const callMongo = callerOf(db)
  const wrapping = createWrapping(rootKey, readSecrets)
  const keys = openMongoKeys(db, wrapping)
  const sealingKeys = new LRUCache<string, DataKey>({ max: MAX_SEALING_KEYS, ttl: SEALING_KEY_TTL_MS })
  let closed = false

  async function call<T>(request: () => Promise<T>): Promise<T> {
    if (closed) throw new StoreUnavailable('the store is closed')
    return callMongo(request)
  }

  await call(() => keys.verifyRootKey())
  async function keyOf(owner: string): Promise<DataKey> {
    const cached = closed ? undefined : sealingKeys.get(owner)
    if (cached) return cached
    const key = await call(async () => (await keys.get(owner)) ?? keys.create(owner))
    sealingKeys.set(owner, key)
    return key
  }

  const rotated = keys.rotated(call)
  return {
    derivationRoot: () => rootIn(rotated, wrapping),
    inspect: () => inspectKeys(rotated, wrapping),
    rewrap: (onProgress) => rotateKeys(rotated, wrapping, onProgress),
    seal: async (owner, text) => sealText(await keyOf(owner), owner, text),
    deriveKey: async (owner, purpose) => derivedKey(await keyOf(owner), purpose),
    async open(owner, sealed) {
      const id = keyIdOf(sealed)
      const found = await call(() => keys.get(owner))
      if (!found) return undefined
      if (found.id.equals(id)) return openText(found.key, owner, sealed)
      if (await call(() => keys.wasDestroyed(id))) return undefined
      throw new Error('The text was sealed with a key that does not belong to its owner.')
    },
    async destroy(owner) {
      sealingKeys.delete(owner)
      await call(() => keys.destroy(owner))
      sealingKeys.delete(owner)
    },
    async *records() {
      yield* keys.records(call)
    },
    async ready() {
      await call(() => db.command({ ping: 1 }))
    },
    async close() {
      closed = true
    },
  }
}
