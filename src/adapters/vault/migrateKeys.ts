// Copies data keys from the embedded vault to MongoDB, for `mailproof migrate`.
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Db } from 'mongodb'
import { DataDirectoryError } from '../dataDirectory/error.js'
import { closeEnvironment, openEnvironment } from '../lmdb/environment.js'
import { callerOf } from '../mongodb/callMongo.js'
import { PROOF_KEY, pagesOf, tablesIn } from './lmdbKeys.js'
import { collectionsIn, openMongoKeys, toDestroyedId, toKeyId } from './mongodbKeys.js'
import { createWrapping, idOf, isRootName } from './wrapping.js'

/** A wrapped key in the format of MongoDB, and the `_id` of the record of its destruction. */
interface WrappedKey {
  readonly _id: string
  readonly value: string
  readonly destroyedId: string
}

type EmbeddedKeys = ReturnType<typeof openEmbeddedKeys>

/**
 * Opens the data keys of an existing embedded vault for reading. The keys stay wrapped.
 * @param path path of the vault
 * @throws DataDirectoryError if the vault is damaged
 */
export function openEmbeddedKeys(path: string) {
  const environment = openEnvironment(path)
  const { wrapped, destroyed, checks } = tablesIn(environment)

  return {
    path,
    /** Proof of the root key; unique, so it identifies the installation. Undefined in a vault that was never used. */
    proof: (): Buffer | undefined => checks.getBinary(PROOF_KEY),
    /** Records of the derivation root. */
    *roots(): Generator<{ readonly name: string; readonly value: string }> {
      for (const page of pagesOf(checks)) {
        for (const { key, value } of page)
          if (isRootName(key.toString())) yield { name: key.toString(), value: value.toString('base64') }
      }
    },
    *pages(): Generator<readonly WrappedKey[]> {
      for (const page of pagesOf(wrapped)) {
        yield page.map(({ key, value }) => ({
          _id: toKeyId(key),
          value: value.toString('base64'),
          destroyedId: toDestroyedId(idOf(value)),
        }))
      }
    },
    /** Ids of destroyed keys. */
    *destroyedPages(): Generator<readonly string[]> {
      for (const page of pagesOf(destroyed)) yield page.map(({ key }) => toDestroyedId(key))
    },
    /** Digest of all keys; changes whenever a key is created or destroyed. */
    digest(): string {
      const hash = createHash('sha256')
      for (const table of [wrapped, destroyed]) {
        for (const page of pagesOf(table)) for (const { key, value } of page) hash.update(key).update(value)
      }
      return hash.digest('hex')
    },
    close: () => closeEnvironment(environment),
  }
}

/** Verifies the secret of an embedded vault. @throws DataDirectoryError if its keys were wrapped with another one */
export function checkSecret({ path, proof }: EmbeddedKeys, secret: Buffer): void {
  const stored = proof()
  try {
    if (stored) createWrapping(secret).verifyProof(stored)
  } catch (error) {
    const directory = dirname(path)
    throw new DataDirectoryError(
      `SECRET_KEY: the data in ${directory} was created with another secret key. Set the one that belongs to it: SECRET_KEY_FILE=${join(directory, 'secret.key')}, unless SECRET_KEY was set explicitly`,
      { cause: error },
    )
  }
}

/** Verifies the secret of a database. @throws StoreUrlError if it has keys that were wrapped with another one */
export const checkMongoSecret = (db: Db, secret: Buffer): Promise<void> =>
  callerOf(db)(() => openMongoKeys(db, createWrapping(secret)).verifyRootKey())

/** Whether the database has no key and never had one. */
export async function hasNoKeys(db: Db): Promise<boolean> {
  const callMongo = callerOf(db)
  const { keys, destroyed } = collectionsIn(db)
  return (await callMongo(() => keys.findOne({}))) === null && (await callMongo(() => destroyed.findOne({}))) === null
}

/**
 * Copies the keys, byte for byte, and deletes all others from the database. Idempotent.
 * @returns the number of keys
 */
export async function copyKeys(source: EmbeddedKeys, db: Db): Promise<number> {
  const callMongo = callerOf(db)
  const { keys, destroyed, proofs } = collectionsIn(db)
  for (const ids of source.destroyedPages()) {
    const operations = ids.map((_id) => ({ replaceOne: { filter: { _id }, replacement: {}, upsert: true } }))
    await callMongo(() => destroyed.bulkWrite(operations, { ordered: false }))
  }
  for (const { name: _id, value } of source.roots())
    await callMongo(() => proofs.replaceOne({ _id }, { value }, { upsert: true }))
  let copied = 0
  const owners = new Set<string>()
  for (const page of source.pages()) {
    const operations = page.map(({ _id, value }) => ({
      replaceOne: { filter: { _id }, replacement: { value }, upsert: true },
    }))
    await callMongo(() => keys.bulkWrite(operations, { ordered: false }))
    for (const { _id } of page) owners.add(_id)
    copied += page.length
  }
  // An earlier attempt may have copied keys that were destroyed since.
  const stale: string[] = []
  const cursor = keys.find({}, { projection: { _id: 1 } })
  for (let key = await callMongo(() => cursor.next()); key; key = await callMongo(() => cursor.next())) {
    if (!owners.has(key._id)) stale.push(key._id)
  }
  if (stale.length > 0) await callMongo(() => keys.deleteMany({ _id: { $in: stale } }))
  return copied
}

/** Whether the database has every key of the vault, or a record of its destruction. */
export async function hasAllKeys(source: EmbeddedKeys, db: Db): Promise<boolean> {
  const callMongo = callerOf(db)
  const { keys, destroyed } = collectionsIn(db)
  const areDestroyed = async (ids: readonly string[]): Promise<boolean> =>
    (await callMongo(() => destroyed.countDocuments({ _id: { $in: ids } }))) === ids.length
  for (const page of source.pages()) {
    const found = await callMongo(() => keys.find({ _id: { $in: page.map(({ _id }) => _id) } }).toArray())
    const values = new Map(found.map(({ _id, value }) => [_id, value]))
    const missing = page.filter(({ _id, value }) => values.get(_id) !== value)
    if (missing.length > 0 && !(await areDestroyed(missing.map(({ destroyedId }) => destroyedId)))) return false
  }
  for (const ids of source.destroyedPages()) if (!(await areDestroyed(ids))) return false
  return true
}
