import type { Resources } from '../kernel/resources.js'
import { openEmbedded } from './profiles/embedded.js'
import type { StoreOptions, Stores } from './stores.js'

/**
 * The stores of the shape that the settings name: one process with DATA_DIR, or many with MongoDB. Clients of stores that
 * nobody asks for are not even loaded: they are 35 MB and a quarter of the start.
 */
export async function openStores(opening: StoreOptions, closing: Resources): Promise<Stores> {
  const { MONGODB_URL: url } = opening.config
  if (!url) return openEmbedded(opening, closing)
  const { openShared } = await import('./profiles/shared.js')
  return openShared({ ...opening, url }, closing)
}
