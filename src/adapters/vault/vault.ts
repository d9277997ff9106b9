// The vault port in an LMDB file.
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { reading } from '../lmdb/databases.js'
import { closeEnvironment, openEnvironment } from '../lmdb/environment.js'
import { createGroupCommit } from '../lmdb/groupCommit.js'
import { openKeys } from './lmdbKeys.js'
import { recordsIn } from './lmdbRecords.js'
import { openRotatedStore } from './lmdbRotation.js'
import { inspectKeys, rootIn, rotateKeys } from './rotation.js'
import { type DataKey, derivedKey, keyIdOf, openText, sealText } from './sealedText.js'
import { createWrapping } from './wrapping.js'

interface LmdbVaultOptions {
  readonly path: string
  /** The service's secret, 32 bytes; stored outside this file and the log. */
  readonly rootKey: Uint8Array
  /** The secret and the one before it; see `createWrapping`. */
  readonly readSecrets?: (() => readonly Uint8Array[]) | undefined
}

/**
 * Vault in a separate LMDB file, which processes of one machine may share. A key that one process destroys is
 * immediately gone for all of them.
 * @throws DataDirectoryError if the file is damaged or its keys were wrapped with another root key
 */
export function createLmdbVault({ path, rootKey, readSecrets }: LmdbVaultOptions): Vault {
  const wrapping = createWrapping(rootKey, readSecrets)
  const environment = openEnvironment(path)
  const keys = openKeys(environment, wrapping)
  try {
    environment.transactionSync(() => keys.verifyRootKey(path))
  } catch (error) {
    closeEnvironment(environment).catch(() => {})
    throw error
  }
  let closed = false
  const commits = createGroupCommit<() => unknown, unknown>({
    environment,
    write: (writes) => writes.map((write) => write()),
    sizeOf: () => 1,
    maxSize: 1_000,
  })

  const commit = <T>(write: () => T) => commits.submit(write) as Promise<T>
  /** @param latest whether to start a new read transaction, which sees all commits of other processes */
  const read = <T>(latest: boolean, work: () => T): T => {
    if (closed) throw new StoreUnavailable('the store is closed')
    return reading(() => {
      if (latest) environment.resetReadTxn()
      return work()
    })
  }

  const rotated = openRotatedStore(environment, { commit, fresh: (work) => read(true, work) })

  /** May be a key that another process has just destroyed: then what it seals cannot be opened either. */
  const keyOf = async (owner: string): Promise<DataKey> =>
    read(false, () => keys.get(owner)) ?? (await commit(() => keys.getOrCreate(owner)))

  return {
    derivationRoot: () => rootIn(rotated, wrapping),
    inspect: () => inspectKeys(rotated, wrapping),
    rewrap: (onProgress) => rotateKeys(rotated, wrapping, onProgress),
    seal: async (owner, text) => sealText(await keyOf(owner), owner, text),
    deriveKey: async (owner, purpose) => derivedKey(await keyOf(owner), purpose),
    async open(owner, sealed) {
      const id = keyIdOf(sealed)
      const found = read(true, () => keys.get(owner))
      if (!found) return undefined
      if (found.id.equals(id)) return openText(found.key, owner, sealed)
      if (read(false, () => keys.wasDestroyed(id))) return undefined
      throw new Error('The text was sealed with a key that does not belong to its owner.')
    },
    async destroy(owner) {
      await commit(() => keys.destroy(owner))
    },
    async *records() {
      const fresh = <T>(work: () => T) => read(true, work)
      yield* recordsIn(environment, fresh)
    },
    async ready() {
      read(true, () => keys.get(''))
      await commits.probe()
    },
    async close() {
      if (closed) return
      await commits.end()
      closed = true
      await closeEnvironment(environment)
    },
  }
}
