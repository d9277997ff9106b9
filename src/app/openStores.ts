import type { Closing } from '../kernel/closing.js'
import { openEmbedded } from './embedded.js'
import type { OpenStores, Stores } from './stores.js'

/**
 * The stores of the shape that the settings name: one process with DATA_DIR, or many with MongoDB. Clients of stores that
 * nobody asks for are not even loaded: they are 35 MB and a quarter of the start.
 */
export async function openStores(opening: OpenStores, closing: Closing): Promise<Stores> {
  const { MONGODB_URL: url } = opening.config
  if (!url) return openEmbedded(opening, closing)
  const { openShared } = await import('./shared.js')
  return openShared({ ...opening, url }, closing)
}
