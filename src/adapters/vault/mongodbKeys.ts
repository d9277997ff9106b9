// The data keys of owners in MongoDB, wrapped with the service's key.
import type { Collection, Db } from 'mongodb'
import type { VaultRecord } from '../../kernel/ports/vault.js'
import { type CallMongo, insertIfAbsent } from '../mongodb/callMongo.js'
import { StoreUrlError } from '../storeUrlError.js'
import { UNFINISHED } from './lmdbKeys.js'
import { ROTATING, type RotatedStore } from './rotation.js'
import type { DataKey } from './sealedText.js'
import { CHECK_NAME, idOf, ownerBytes, type Wrapping } from './wrapping.js'

/** `_id` of a key: its owner's bytes as Latin-1; of a destroyed key's record: the key's id in hexadecimal. */
interface StoredKey {
  readonly _id: string
  /** Base64. */
  readonly value?: string
}

const PROOF_ID = 'proof'
/** Keys read, and written, together. */
const PAGE_SIZE = 100

/** How a record's id is written in a backup, from its `_id`. */
const recordIds: Readonly<Record<VaultRecord['kind'], (_id: string) => string>> = {
  key: (_id) => Buffer.from(_id, 'latin1').toString('base64'),
  destroyed: (_id) => Buffer.from(_id, 'hex').toString('base64'),
  check: (_id) => (_id === PROOF_ID ? CHECK_NAME : _id),
}

/** `_id` of the key of an owner. */
export const toKeyId = (bytes: Buffer): string => bytes.toString('latin1')

/** `_id` of the record that the key with this id was destroyed. */
export const toDestroyedId = (id: Buffer): string => id.toString('hex')

export const collectionsIn = (db: Db) => ({
  keys: db.collection<StoredKey>('vault.keys'),
  destroyed: db.collection<StoredKey>('vault.destroyed'),
  proofs: db.collection<StoredKey>('vault.proofs'),
})

/** Data keys by owner, each wrapped with a key derived from the service's root key. */
export function openMongoKeys(db: Db, wrapping: Wrapping) {
  const { keys, destroyed, proofs } = collectionsIn(db)
  const keyIdOfOwner = (owner: string) => toKeyId(ownerBytes(owner))

  /** Always reads the stored key: another process may have destroyed it. */
  async function get(owner: string): Promise<DataKey | undefined> {
    const stored = await read(keys, keyIdOfOwner(owner))
    if (stored) return wrapping.unwrap(owner, stored)
    wrapping.forget(owner)
    return undefined
  }

  /** Creates the owner's key if it is missing. If several processes do so concurrently, all return the first key. */
  async function create(owner: string): Promise<DataKey> {
    // Another process may have replaced the secret key.
    const proof = await read(proofs, PROOF_ID)
    if (proof) wrapping.verifyProof(proof)
    const created = wrapping.create(owner)
    const isFirst = await insert(keys, { _id: keyIdOfOwner(owner), value: created.toString('base64') })
    if (isFirst) await wrapIfOvertaken(owner, created, proof)
    return isFirst ? wrapping.unwrap(owner, created) : ((await get(owner)) ?? create(owner))
  }

  /** A rotation that has ended while a key was on its way has not seen it. @param proof the one from before */
  async function wrapIfOvertaken(owner: string, created: Buffer, proof: Buffer | undefined): Promise<void> {
    const now = await read(proofs, PROOF_ID)
    if (!now || proof?.equals(now)) return
    wrapping.verifyProof(now)
    await keys.updateOne(
      { _id: keyIdOfOwner(owner), value: created.toString('base64') },
      { $set: { value: wrapping.rewrap(owner, created).toString('base64') } },
    )
  }

  return {
    get,
    create,
    /** Records the destruction before it deletes the key: a reader that finds no key, or a new one, can know why. */
    async destroy(owner: string): Promise<void> {
      const _id = keyIdOfOwner(owner)
      wrapping.forget(owner)
      const stored = await read(keys, _id)
      if (!stored) return
      await insert(destroyed, { _id: toDestroyedId(idOf(stored)) })
      for (let found: Buffer | undefined = stored; found && idOf(found).equals(idOf(stored)); ) {
        const { deletedCount } = await keys.deleteOne({ _id, value: found.toString('base64') })
        // Wrapped again in the meantime.
        found = deletedCount === 0 ? await read(keys, _id) : undefined
      }
      wrapping.forget(owner)
    },
    rotated: (call: CallMongo): RotatedStore => openRotatedStore({ keys, proofs }, call),
    /** Whether the key with this id was destroyed. */
    wasDestroyed: async (id: Buffer): Promise<boolean> =>
      (await destroyed.findOne({ _id: toDestroyedId(id) })) !== null,
    /** Every record as a backup has it. @param call makes a request to MongoDB */
    async *records(call: CallMongo): AsyncGenerator<VaultRecord> {
      for (const [kind, collection] of [
        ['key', keys],
        ['destroyed', destroyed],
        ['check', proofs],
      ] as const) {
        const cursor = collection.find({})
        for (let found = await call(() => cursor.next()); found; found = await call(() => cursor.next())) {
          yield { kind, id: recordIds[kind](found._id), value: found.value ?? '' }
        }
      }
    },
    /** Verifies the root key. Call it once. @throws StoreUrlError if the keys were wrapped with another root key */
    async verifyRootKey(): Promise<void> {
      if (await insert(proofs, { _id: PROOF_ID, value: wrapping.createProof().toString('base64') })) return
      const proof = await read(proofs, PROOF_ID)
      try {
        if (proof) wrapping.verifyProof(proof)
      } catch (error) {
        throw new StoreUrlError(
          `SECRET_KEY: the data in ${db.databaseName}, to which MONGODB_URL points, was created with another secret key. Set the one that belongs to it.`,
          { cause: error },
        )
      }
      if (wrapping.rootNames().length === 1 && (await read(proofs, ROTATING)))
        throw new StoreUrlError(`MONGODB_URL: ${db.databaseName}: ${UNFINISHED}`)
    },
  }
}

async function read(collection: Collection<StoredKey>, _id: string): Promise<Buffer | undefined> {
  const found = await collection.findOne({ _id })
  return found?.value === undefined ? undefined : Buffer.from(found.value, 'base64')
}

/** @returns false if a document with this `_id` already exists */
const insert = (collection: Collection<StoredKey>, stored: StoredKey): Promise<boolean> =>
  insertIfAbsent(() => collection.insertOne(stored))

/** The collections of the vault, for the rotation of its secret key. */
function openRotatedStore(
  { keys, proofs }: Pick<ReturnType<typeof collectionsIn>, 'keys' | 'proofs'>,
  call: CallMongo,
): RotatedStore {
  const nameOf = (name: string) => (name === CHECK_NAME ? PROOF_ID : name)
  return {
    readCheck: (name) => call(() => read(proofs, nameOf(name))),
    async writeChecks(checks) {
      for (const { name, value } of checks) {
        const replacement = { value: value.toString('base64') }
        await call(() => proofs.replaceOne({ _id: nameOf(name) }, replacement, { upsert: true }))
      }
    },
    async removeCheck(name) {
      await call(() => proofs.deleteOne({ _id: nameOf(name) }))
    },
    async *pages() {
      for (let last = ''; ; ) {
        const page = await call(() =>
          keys.find({ _id: { $gt: last } }, { sort: { _id: 1 }, limit: PAGE_SIZE }).toArray(),
        )
        if (page.length === 0) return
        yield page.map(({ _id, value = '' }) => ({
          owner: Buffer.from(_id, 'latin1'),
          value: Buffer.from(value, 'base64'),
        }))
        last = page.at(-1)!._id
      }
    },
    async replace(changes) {
      if (changes.length === 0) return
      const operations = changes.map(({ owner, value, after }) => ({
        updateOne: {
          filter: { _id: toKeyId(owner), value: value.toString('base64') },
          update: { $set: { value: after.toString('base64') } },
        },
      }))
      await call(() => keys.bulkWrite(operations, { ordered: false }))
    },
  }
}
