import { nextMessage } from '../../../testbed/service/nextMessage.js'
import type { FaultyStores } from '../../../testbed/stores/faultyStores.js'
import { openPlace } from '../../../testbed/stores/place.js'
import { startIpcChild } from '../ipcChild.js'
import type { Cut, StoreAddress, StoreOrder } from './storeProcess.js'

export const STORES = ['mongodb', 'kurrentdb'] as const
export type StoreName = (typeof STORES)[number]
export const CUTS: readonly Cut[] = ['finish', 'halfClose']

export interface ClosingStores extends Pick<FaultyStores, 'settings' | 'roles' | 'remove'> {
  /** Closes all connections of a store; it accepts new ones. */
  cut(store: StoreName, how: Cut): void
}

/**
 * The stores of two API processes and two workers, each in its own process.
 * @param mongo MONGODB_URL
 */
export async function openClosingStores(mongo: string): Promise<ClosingStores> {
  const place = await openPlace('mongodb', { mongo })
  const [mongodb, kurrentdb] = await Promise.all([
    startStore({ store: 'mongodb', url: place.settings.MONGODB_URL! }),
    startStore({ store: 'kurrentdb' }),
  ])
  const stores = { mongodb, kurrentdb }
  return {
    settings: {
      ...place.settings,
      MONGODB_URL: mongodb.url,
      KURRENTDB_URL: kurrentdb.url,
      // Replaced clients are warnings.
      LOG_LEVEL: 'warn',
    },
    roles: ['worker', 'worker', 'api', 'api'],
    cut: (store, how) => stores[store].cut(how),
    async remove() {
      await Promise.all([mongodb.kill(), kurrentdb.kill()])
      await place.remove()
    },
  }
}

async function startStore(order: StoreOrder) {
  const { child, kill } = startIpcChild('closing/storeProcess.ts', { order })
  const { url } = (await nextMessage(child, `The process of ${order.store}`)) as StoreAddress
  return { url, kill, cut: (how: Cut) => void child.send(how) }
}
