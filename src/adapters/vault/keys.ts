import type { Database, RootDatabase } from 'lmdb'
import { DataDirectoryError } from '../dataDirectory/error.js'
import { openDatabase } from '../lmdb/environment.js'
import type { DataKey } from './sealedText.js'
import { idOf, ownerBytes, type Wrapping } from './wrapping.js'

export const PROOF = Buffer.from('check')

type Table = Database<Uint8Array, Uint8Array>

/** Keys by owner, ids of those that are destroyed, and the proof of the secret. */
export const tablesIn = (
  environment: RootDatabase,
): { readonly wrapped: Table; readonly destroyed: Table; readonly checks: Table } => ({
  wrapped: openDatabase(environment, 'keys'),
  destroyed: openDatabase(environment, 'destroyed'),
  checks: openDatabase(environment, 'checks'),
})

/** Data keys by owner, each wrapped by a key that derives from the service's secret. */
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

export function openKeys(environment: RootDatabase, wrapping: Wrapping): Keys {
  const { wrapped, destroyed, checks } = tablesIn(environment)

  /** What is stored decides, each time: another process may have destroyed the key. */
  function get(owner: string): DataKey | undefined {
    const found = wrapped.getBinaryFast(ownerBytes(owner))
    if (found) return wrapping.unwrap(owner, found.subarray(0, found.length))
    wrapping.forget(owner)
    return undefined
  }

  return {
    get,
    make(owner) {
      const found = get(owner)
      if (found) return found
      const stored = wrapping.make(owner)
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
    check(path) {
      const stored = checks.getBinary(PROOF)
      if (!stored) {
        checks.putSync(PROOF, wrapping.proof())
        return
      }
      try {
        wrapping.prove(stored)
      } catch (error) {
        throw new DataDirectoryError(
          `${path} was made with another secret key: restore the secret.key that belongs to this data`,
          { cause: error },
        )
      }
    },
  }
}
