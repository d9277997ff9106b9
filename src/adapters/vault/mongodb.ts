import { LRUCache } from 'lru-cache'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { callerOf } from '../mongodb/callMongo.js'
import type { Mongo } from '../mongodb/connect.js'
import { openMongoKeys } from './mongodbKeys.js'
import { type DataKey, keyIdOf, openText, sealText } from './sealedText.js'
import { createWrapping } from './wrapping.js'

/** A key seals for so long without being looked for again. Another process may have destroyed it: what it seals then stays closed. */
const SEALS_FOR_MS = 1_000
/** Owners whose keys are remembered for sealing. */
const RECENT_KEYS = 10_000

/**
 * A vault in MongoDB: a key that one process destroys is gone for all at once.
 * @param options.rootKey the service's secret, 32 bytes; kept outside of the database and of the log
 * @throws StoreUrlError when the keys in the database were made with another secret
 */
export async function createMongoVault({
  db,
  rootKey,
}: Pick<Mongo, 'db'> & { readonly rootKey: Uint8Array }): Promise<Vault> {
  const callMongo = callerOf(db)
  const keys = openMongoKeys(db, createWrapping(rootKey))
  const recent = new LRUCache<string, DataKey>({ max: RECENT_KEYS, ttl: SEALS_FOR_MS })
  let closed = false

  async function ask<T>(question: () => Promise<T>): Promise<T> {
    if (closed) throw new StoreUnavailable('the store is closed')
    return callMongo(question)
  }

  await ask(() => keys.check())
  return {
    async seal(owner, text) {
      const known = closed ? undefined : recent.get(owner)
      if (known) return sealText(known, owner, text)
      const key = await ask(async () => (await keys.get(owner)) ?? keys.make(owner))
      recent.set(owner, key)
      return sealText(key, owner, text)
    },
    async open(owner, sealed) {
      const id = keyIdOf(sealed)
      const found = await ask(() => keys.get(owner))
      if (!found) return undefined
      if (found.id.equals(id)) return openText(found.key, owner, sealed)
      if (await ask(() => keys.wasDestroyed(id))) return undefined
      throw new Error('this text was sealed with a key that is not its owner’s')
    },
    async destroy(owner) {
      recent.delete(owner)
      await ask(() => keys.destroy(owner))
      recent.delete(owner)
    },
    async ready() {
      await ask(() => db.command({ ping: 1 }))
    },
    async close() {
      closed = true
    },
  }
}
