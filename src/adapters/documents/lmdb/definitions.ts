import type { CollectionDefinition } from '../../../kernel/ports/documentStore.js'
import { closeEnvironment, openEnvironment } from '../../lmdb/environment.js'
import { openTables } from './tables.js'

/** Every collection of a store that was ever written to, with its indexes. */
export async function definitionsIn(path: string): Promise<CollectionDefinition[]> {
  const environment = openEnvironment(path)
  try {
    return [...openTables(environment).definitions.getRange({})].map(({ key, value }) => ({
      // Names are terminated by a zero byte.
      name: Buffer.from(key).toString('latin1').slice(0, -1),
      indexes: JSON.parse(value),
    }))
  } finally {
    await closeEnvironment(environment)
  }
}
