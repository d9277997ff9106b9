// The tables of data keys in an embedded vault, and the proof of its secret.
import type { Database, RootDatabase } from 'lmdb'
import { DataDirectoryError } from '../dataDirectory/error.js'
import { openDatabase } from '../lmdb/databases.js'
import { ROTATING } from './rotation.js'
import type { DataKey } from './sealedText.js'
import { CHECK_NAME, idOf, ownerBytes, type Wrapping } from './wrapping.js'

/** Data keys may still be wrapped with the secret key that is missing. */
export const UNFINISHED =
  'the rotation of the secret key has not been completed: set SECRET_KEY_PREVIOUS to the key before (or restore secret.key.previous), and run mailproof secret rotate'

/** Key of the proof in the table `checks`. */
export const PROOF_KEY = Buffer.from(CHECK_NAME)

type Table = Database<Uint8Array, Uint8Array>

/** Tables of wrapped keys by owner, of the ids of destroyed keys, and of the proof of the root key. */
export const tablesIn = (
  environment: RootDatabase,
): { readonly wrapped: Table; readonly destroyed: Table; readonly checks: Table } => ({
  wrapped: openDatabase(environment, 'keys'),
  destroyed: openDatabase(environment, 'destroyed'),
  checks: openDatabase(environment, 'checks'),
})

/** Entries read together. */
const PAGE_SIZE = 1_000

/** All entries of a table, in pages. @param fresh runs the read of a page, in a new transaction if others may write meanwhile */
export function* pagesOf(
  table: Table,
  fresh: <T>(read: () => T) => T = (read) => read(),
): Generator<readonly { readonly key: Buffer; readonly value: Buffer }[]> {
  for (let last: Buffer | undefined; ; ) {
    const range = last ? { start: last, exclusiveStart: true } : {}
    const found = fresh(() =>
      [...table.getRange({ ...range, limit: PAGE_SIZE })].map(({ key, value }) => ({
        key: Buffer.from(key),
        value: Buffer.from(value),
      })),
    )
    if (found.length === 0) return
    yield found
    last = found.at(-1)!.key
  }
}

/** Data keys by owner, each wrapped with a key derived from the service's root key. */
interface Keys {
  get(owner: string): DataKey | undefined
  /** Returns the owner's key; creates it if it does not exist. Call it in a transaction. */
  getOrCreate(owner: string): DataKey
  /** Destroys the owner's key, if there is one. Call it in a transaction. */
  destroy(owner: string): void
  /** Whether the key with this id was destroyed. */
  wasDestroyed(id: Buffer): boolean
  /**
   * Verifies the root key. Call it once, in a transaction.
   * @throws DataDirectoryError if the keys were wrapped with another root key
   */
  verifyRootKey(path: string): void
}

export function openKeys(environment: RootDatabase, wrapping: Wrapping): Keys {
  const { wrapped, destroyed, checks } = tablesIn(environment)

  /** Always reads the stored key: another process may have destroyed it. */
  function get(owner: string): DataKey | undefined {
    const stored = wrapped.getBinaryFast(ownerBytes(owner))
    if (stored) return wrapping.unwrap(owner, stored.subarray(0, stored.length))
    wrapping.forget(owner)
    return undefined
  }

  return {
    get,
    getOrCreate(owner) {
      const existing = get(owner)
      if (existing) return existing
      // Another process may have replaced the secret key.
      const proof = checks.getBinary(PROOF_KEY)
      if (proof) wrapping.verifyProof(proof)
      const stored = wrapping.create(owner)
      wrapped.putSync(ownerBytes(owner), stored)
      return wrapping.unwrap(owner, stored)
    },
    destroy(owner) {
      const stored = wrapped.getBinary(ownerBytes(owner))
      if (!stored) return
      destroyed.putSync(Buffer.from(idOf(stored)), Buffer.of(1))
      wrapped.removeSync(ownerBytes(owner))
      wrapping.forget(owner)
    },
    wasDestroyed: (id) => destroyed.getBinaryFast(id) !== undefined,
    verifyRootKey(path) {
      const stored = checks.getBinary(PROOF_KEY)
      if (!stored) {
        checks.putSync(PROOF_KEY, wrapping.createProof())
        return
      }
      try {
        wrapping.verifyProof(stored)
      } catch (error) {
        throw new DataDirectoryError(
          `${path} was created with another secret key: set SECRET_KEY to the one that belongs to it, or put back its secret.key`,
          { cause: error },
        )
      }
      if (wrapping.rootNames().length === 1 && checks.getBinary(Buffer.from(ROTATING)))
        throw new DataDirectoryError(`${path}: ${UNFINISHED}`)
    },
  }
}
