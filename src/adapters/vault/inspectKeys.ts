// Unwraps all data keys of an embedded vault to find damage.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Damage } from '../../kernel/ports/eventStore.js'
import { closeEnvironment, openEnvironment, reading } from '../lmdb/environment.js'
import { tablesIn } from './lmdbKeys.js'
import { createWrapping, MAX_OWNER_BYTES } from './wrapping.js'

const PAGE = 500

/** Each wrapped key is authenticated together with its owner. Owners whose names are longer than a key are not checked. */
export async function* inspectVault(
  { path, readSecrets }: { readonly path: string; readonly readSecrets: () => readonly Uint8Array[] },
  signal: AbortSignal,
): AsyncGenerator<Damage, void, void> {
  const environment = openEnvironment(path)
  try {
    const { wrapped } = tablesIn(environment)
    const wrapping = createWrapping(readSecrets()[0]!, readSecrets)
    let after: Uint8Array | undefined
    do {
      await nextTurn()
      signal.throwIfAborted()
      const range = { ...(after && { start: after, exclusiveStart: true }), limit: PAGE }
      const page = reading(() => {
        environment.resetReadTxn()
        return [...wrapped.getRange(range)]
      })
      after = page.at(-1)?.key
      for (const { key, value } of page) {
        const owner = Buffer.from(key).toString('utf8', 1)
        if (key.length < MAX_OWNER_BYTES && !isWhole(() => wrapping.unwrap(owner, value)))
          yield { position: null, problem: `vault: the data key of ${JSON.stringify(owner)} is damaged` }
      }
    } while (after)
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
