import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { DataDirectoryError } from '../../src/adapters/dataDirectory/error.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import type { Vault } from '../../src/kernel/ports/vault.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { vaultContract } from './vaultContract.js'

vaultContract('LMDB', async () => {
  const directory = tempDirectory()
  const rootKey = randomBytes(32)
  const handles: Vault[] = []
  const open = (readSecrets?: () => readonly Buffer[]) => {
    const path = join(directory.path, 'vault.mdb')
    const vault = createLmdbVault({ path, rootKey: readSecrets?.()[0] ?? rootKey, readSecrets })
    handles.push(vault)
    return vault
  }
  return {
    vault: open(),
    second: async () => open(),
    secret: rootKey,
    manyKeys: 1_200,
    withSecrets: async (read) => open(read),
    dispose: async () => {
      await Promise.all(handles.map((handle) => handle.close()))
      directory.remove()
    },
  }
})

test('a vault can be reopened with its secret, and with no other', async () => {
  const directory = tempDirectory()
  const path = join(directory.path, 'vault.mdb')
  const rootKey = randomBytes(32)
  const first = createLmdbVault({ path, rootKey })
  const sealed = await first.seal('ada', 'secret')
  await first.close()
  expect(() => createLmdbVault({ path, rootKey: randomBytes(32) })).toThrow(DataDirectoryError)
  expect(() => createLmdbVault({ path, rootKey: randomBytes(31) })).toThrow(RangeError)
  const again = createLmdbVault({ path, rootKey })
  expect(await again.open('ada', sealed)).toBe('secret')
  await again.close()
  expect(readFileSync(path).includes(rootKey)).toBe(false)
  directory.remove()
})
