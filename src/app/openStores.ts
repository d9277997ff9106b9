import type { Closing } from '../kernel/closing.js'
import { openEmbedded } from './embedded.js'
import { openShared } from './shared.js'
import type { OpenStores, Stores } from './stores.js'

/** The stores of the shape that the settings name: one process with DATA_DIR, or many with MongoDB. */
export function openStores(opening: OpenStores, closing: Closing): Promise<Stores> {
  const { MONGODB_URL: url } = opening.config
  return url ? openShared({ ...opening, url }, closing) : openEmbedded(opening, closing)
}
