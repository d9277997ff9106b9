import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Database } from 'lmdb'
import type { Db } from 'mongodb'
import { DataDirectoryError } from '../dataDirectory/error.js'
import { closeEnvironment, openEnvironment } from '../lmdb/environment.js'
import { callerOf } from '../mongodb/callMongo.js'
import { PROOF, tablesIn } from './keys.js'
import { collectionsIn, openMongoKeys, toDestroyedId, toKeyId } from './mongodbKeys.js'
import { createWrapping, idOf } from './wrapping.js'

/** Keys that are looked at, or written, at once. */
const PAGE = 1_000

/** A key as MongoDB keeps it, and what it is called when it is destroyed. */
interface Kept {
  readonly _id: string
  readonly value: string
  readonly keyId: string
}

export type KeptKeys = ReturnType<typeof openKeptKeys>

/**
 * The data keys of an embedded vault, wrapped as they are, to be read only.
 * @param path of a vault that is there
 * @throws DataDirectoryError when it is damaged
 */
export function openKeptKeys(path: string) {
  const environment = openEnvironment(path)
  const { wrapped, destroyed, checks } = tablesIn(environment)

  function* pagesOf(table: Database<Uint8Array, Uint8Array>) {
    for (let last: Buffer | undefined; ; ) {
      const range = last ? { start: last, exclusiveStart: true } : {}
      const found = [...table.getRange({ ...range, limit: PAGE })].map(({ key, value }) => ({
        key: Buffer.from(key),
        value: Buffer.from(value),
      }))
      if (found.length === 0) return
      yield found
      last = found.at(-1)!.key
    }
  }

  return {
    path,
    /** What no other vault has: it names the installation. Undefined in a vault that nothing was ever sealed with. */
    proof: (): Buffer | undefined => checks.getBinary(PROOF),
    *pages(): Generator<readonly Kept[]> {
      for (const page of pagesOf(wrapped)) {
        yield page.map(({ key, value }) => ({
          _id: toKeyId(key),
          value: value.toString('base64'),
          keyId: toDestroyedId(idOf(value)),
        }))
      }
    },
    /** Ids of keys that are no more. */
    *destroyedPages(): Generator<readonly string[]> {
      for (const page of pagesOf(destroyed)) yield page.map(({ key }) => toDestroyedId(key))
    },
    /** Equal as long as nothing was made or destroyed. */
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

/** @throws DataDirectoryError when the keys were wrapped with another secret */
export function checkSecret({ path, proof }: KeptKeys, secret: Buffer): void {
  const stored = proof()
  try {
    if (stored) createWrapping(secret).prove(stored)
  } catch (error) {
    const directory = dirname(path)
    throw new DataDirectoryError(
      `SECRET_KEY: the data in ${directory} was made with another secret key. Set the one that belongs to it: SECRET_KEY_FILE=${join(directory, 'secret.key')}, unless it had one of its own`,
      { cause: error },
    )
  }
}

/** @throws StoreUrlError when the keys in the database, if there are any, were made with another secret */
export const checkMongoSecret = (db: Db, secret: Buffer): Promise<void> =>
  callerOf(db)(() => openMongoKeys(db, createWrapping(secret)).check())

/** Whether the database holds no key, and never did. */
export async function holdsNoKeys(db: Db): Promise<boolean> {
  const callMongo = callerOf(db)
  const { keys, destroyed } = collectionsIn(db)
  return (await callMongo(() => keys.findOne({}))) === null && (await callMongo(() => destroyed.findOne({}))) === null
}

/**
 * Makes the database hold these keys, byte for byte, and no others. May be repeated.
 * @returns how many there are
 */
export async function moveKeys(kept: KeptKeys, db: Db): Promise<number> {
  const callMongo = callerOf(db)
  const { keys, destroyed } = collectionsIn(db)
  for (const ids of kept.destroyedPages()) {
    const operations = ids.map((_id) => ({ replaceOne: { filter: { _id }, replacement: {}, upsert: true } }))
    await callMongo(() => destroyed.bulkWrite(operations, { ordered: false }))
  }
  let moved = 0
  const owners = new Set<string>()
  for (const page of kept.pages()) {
    const operations = page.map(({ _id, value }) => ({
      replaceOne: { filter: { _id }, replacement: { value }, upsert: true },
    }))
    await callMongo(() => keys.bulkWrite(operations, { ordered: false }))
    for (const { _id } of page) owners.add(_id)
    moved += page.length
  }
  // An attempt before may have moved what was destroyed since.
  const gone: string[] = []
  const there = keys.find({}, { projection: { _id: 1 } })
  for (let key = await callMongo(() => there.next()); key; key = await callMongo(() => there.next())) {
    if (!owners.has(key._id)) gone.push(key._id)
  }
  if (gone.length > 0) await callMongo(() => keys.deleteMany({ _id: { $in: gone } }))
  return moved
}

/** Whether the database has every key that is kept here, or knows that it was destroyed. */
export async function holdsAll(kept: KeptKeys, db: Db): Promise<boolean> {
  const callMongo = callerOf(db)
  const { keys, destroyed } = collectionsIn(db)
  const knowsDestroyed = async (ids: readonly string[]): Promise<boolean> =>
    (await callMongo(() => destroyed.countDocuments({ _id: { $in: ids } }))) === ids.length
  for (const page of kept.pages()) {
    const found = await callMongo(() => keys.find({ _id: { $in: page.map(({ _id }) => _id) } }).toArray())
    const values = new Map(found.map(({ _id, value }) => [_id, value]))
    const missing = page.filter(({ _id, value }) => values.get(_id) !== value)
    if (missing.length > 0 && !(await knowsDestroyed(missing.map(({ keyId }) => keyId)))) return false
  }
  for (const ids of kept.destroyedPages()) if (!(await knowsDestroyed(ids))) return false
  return true
}
