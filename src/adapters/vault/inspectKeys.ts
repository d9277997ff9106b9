// Unwraps all data keys of an embedded vault to find damage.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Damage } from '../../kernel/ports/eventStore.js'
import { readingFresh } from '../lmdb/databases.js'
import { closeEnvironment, openEnvironment } from '../lmdb/environment.js'
import { pagesOf, tablesIn } from './lmdbKeys.js'
import { createWrapping, MAX_OWNER_BYTES, ownerOf } from './wrapping.js'

/** Each wrapped key is authenticated together with its owner. Owners whose names are longer than a key are not checked. */
export async function* inspectVault(
  { path, readSecrets }: { readonly path: string; readonly readSecrets: () => readonly Uint8Array[] },
  signal: AbortSignal,
  pause: () => Promise<unknown> = nextTurn,
): AsyncGenerator<Damage, void, void> {
  const environment = openEnvironment(path)
  try {
    const { wrapped } = tablesIn(environment)
    const wrapping = createWrapping(readSecrets()[0]!, readSecrets)
    for (const page of pagesOf(wrapped, (read) => readingFresh(environment, read))) {
      await pause()
      signal.throwIfAborted()
      for (const { key, value } of page) {
        const owner = ownerOf(key)
        if (key.length < MAX_OWNER_BYTES && !isWhole(() => wrapping.unwrap(owner, value)))
          yield { position: null, problem: `vault: the data key of ${JSON.stringify(owner)} is damaged` }
      }
    }
  } finally {
    await closeEnvironment(environment)
  }
}

function isWhole(unwrap: () => unknown): boolean {
  try {
    unwrap()
    return true
  } catch {
    return false
  }
}
