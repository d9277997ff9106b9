import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { closeEnvironment, openEnvironment, reading } from '../lmdb/environment.js'
import { createGroupCommit } from '../lmdb/groupCommit.js'
import { openKeys } from './keys.js'
import { keyIdOf, openText, sealText } from './sealedText.js'
import { createWrapping } from './wrapping.js'

/**
 * A vault in an LMDB file of its own, which processes of one machine may share: a key that one of them destroys is
 * gone for all at once.
 * @param rootKey the service's secret, 32 bytes; kept outside of this file and of the log
 * @throws DataDirectoryError when the file is damaged or was made with another secret
 */
export function createLmdbVault({ path, rootKey }: { readonly path: string; readonly rootKey: Uint8Array }): Vault {
  const wrapping = createWrapping(rootKey)
  const environment = openEnvironment(path)
  const keys = openKeys(environment, wrapping)
  try {
    environment.transactionSync(() => keys.check(path))
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

  const writing = <T>(write: () => T) => commits.submit(write) as Promise<T>
  const read = <T>(fresh: boolean, work: () => T): T => {
    if (closed) throw new StoreUnavailable('the store is closed')
    return reading(() => {
      if (fresh) environment.resetReadTxn()
      return work()
    })
  }

  return {
    async seal(owner, text) {
      // A key that another process destroyed a moment ago may still be used: what it seals stays closed as well.
      const found = read(false, () => keys.get(owner))
      return sealText(found ?? (await writing(() => keys.make(owner))), owner, text)
    },
    async open(owner, sealed) {
      const id = keyIdOf(sealed)
      const found = read(true, () => keys.get(owner))
      if (!found) return undefined
      if (found.id.equals(id)) return openText(found.key, owner, sealed)
      if (read(false, () => keys.wasDestroyed(id))) return undefined
      throw new Error('this text was sealed with a key that is not its owner’s')
    },
    async destroy(owner) {
      await writing(() => keys.destroy(owner))
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
