import type { Collection, Db } from 'mongodb'
import { insertIfAbsent } from '../mongodb/callMongo.js'
import { StoreUrlError } from '../storeUrlError.js'
import type { DataKey } from './sealedText.js'
import { idOf, ownerBytes, type Wrapping } from './wrapping.js'

/** `_id` of a key is its owner's bytes, each as the character of its number; of the word that it is gone, its id. */
interface Stored {
  readonly _id: string
  /** Base64. */
  readonly value?: string
}

const PROOF = 'proof'

/** `_id` of the key of an owner, by the owner's bytes. */
export const toKeyId = (bytes: Buffer): string => bytes.toString('latin1')

/** `_id` of the word that a key of this id is destroyed. */
export const toDestroyedId = (id: Buffer): string => id.toString('hex')

export const collectionsIn = (db: Db) => ({
  keys: db.collection<Stored>('vault.keys'),
  destroyed: db.collection<Stored>('vault.destroyed'),
  proofs: db.collection<Stored>('vault.proofs'),
})

/** Data keys by owner in collections of their own, each wrapped by a key that derives from the service's secret. */
export function openMongoKeys(db: Db, wrapping: Wrapping) {
  const { keys, destroyed, proofs } = collectionsIn(db)
  const ownerText = (owner: string) => toKeyId(ownerBytes(owner))

  /** What is stored decides, each time: another process may have destroyed the key. */
  async function get(owner: string): Promise<DataKey | undefined> {
    const stored = await read(keys, ownerText(owner))
    if (stored) return wrapping.unwrap(owner, stored)
    wrapping.forget(owner)
    return undefined
  }

  /** The owner's key, made now if there is none: of all who make it at once, the first. */
  async function make(owner: string): Promise<DataKey> {
    const made = wrapping.make(owner)
    const isFirst = await insert(keys, { _id: ownerText(owner), value: made.toString('base64') })
    return isFirst ? wrapping.unwrap(owner, made) : ((await get(owner)) ?? make(owner))
  }

  return {
    get,
    make,
    /** The word that it is destroyed comes first: whoever finds no key, or another one, can know why. */
    async destroy(owner: string): Promise<void> {
      const _id = ownerText(owner)
      const stored = await read(keys, _id)
      if (!stored) return
      await insert(destroyed, { _id: toDestroyedId(idOf(stored)) })
      await keys.deleteOne({ _id, value: stored.toString('base64') })
      wrapping.forget(owner)
    },
    /** Whether an owner's key of this id was destroyed. */
    wasDestroyed: async (id: Buffer): Promise<boolean> =>
      (await destroyed.findOne({ _id: toDestroyedId(id) })) !== null,
    /** Once: @throws StoreUrlError when the keys were wrapped with another secret */
    async check(): Promise<void> {
      if (await insert(proofs, { _id: PROOF, value: wrapping.proof().toString('base64') })) return
      const proof = await read(proofs, PROOF)
      try {
        if (proof) wrapping.prove(proof)
      } catch (error) {
        throw new StoreUrlError(
          `SECRET_KEY: the data in ${db.databaseName}, which MONGODB_URL names, was made with another secret key. Set the one that belongs to it.`,
          { cause: error },
        )
      }
    },
  }
}

async function read(collection: Collection<Stored>, _id: string): Promise<Buffer | undefined> {
  const found = await collection.findOne({ _id })
  return found?.value === undefined ? undefined : Buffer.from(found.value, 'base64')
}

/** Whether it was not there yet. */
const insert = (collection: Collection<Stored>, stored: Stored): Promise<boolean> =>
  insertIfAbsent(() => collection.insertOne(stored))
