import type { Resources } from '../kernel/resources.js'
import { openEmbedded } from './profiles/embedded.js'
import type { StoreOptions, Stores } from './stores.js'

/**
 * Opens the stores of the configured deployment: one process with DATA_DIR, or many with MongoDB. Clients of unused stores
 * are not loaded: they take 35 MB and a quarter of the start-up time.
 */
export async function openStores(opening: StoreOptions, closing: Resources): Promise<Stores> {
  const { MONGODB_URL: url } = opening.config
  if (!url) return openEmbedded(opening, closing)
  const { openShared } = await import('./profiles/shared.js')
  return openShared({ ...opening, url }, closing)
}
