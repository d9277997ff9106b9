// Stores that can stop answering, or lose their connections, while a service uses them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { compiled } from '../service/compiled.js'
import type { Role } from '../service/process.js'
import type { Settings } from '../service/settings.js'
import { openStandIn } from './kurrentdb/open.js'
import { startMongoProxy } from './mongo/proxy.js'
import { openPlace, type Place, type Shape } from './place.js'

/** The stores of one service, one of which can be made to fail: the log of a single process, MongoDB or KurrentDB. */
export interface FaultyStores extends Pick<Place, 'settings' | 'remove'> {
  readonly roles: readonly Role[]
  /** Stops responding: connections stay open, writers wait. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Resets every connection; new ones are accepted. */
  reset(): void
}

/**
 * Opens empty stores, of which the one that names the shape can fail.
 * @param mongo MONGODB_URL, for shapes other than lmdb
 */
export async function openFaultyStores(
  shape: Shape,
  mongo: string | undefined,
  extraSettings: Settings = {},
): Promise<FaultyStores> {
  const { settings, ...stores } = await openers[shape](mongo)
  return { ...stores, settings: { ...settings, ...extraSettings } }
}

type OpenFaultyStores = (mongo: string | undefined) => Promise<FaultyStores>

const openers: { readonly [S in Shape]: OpenFaultyStores } = {
  /** While it is frozen, another process holds the write lock of the log. */
  async lmdb() {
    const place = await openPlace('lmdb')
    let thaw = async () => {}
    return {
      settings: place.settings,
      roles: ['all'],
      async freeze() {
        const { events } = openDataDirectory(place.directory, { hold: false }).paths
        const lockHolder = spawn(process.execPath, [compiled('testbed/stores/lmdbLockProcess.ts'), events], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const exited = once(lockHolder, 'exit')
        thaw = async () => {
          lockHolder.kill('SIGKILL')
          await exited
        }
        await once(lockHolder.stdout, 'data')
      },
      thaw: () => thaw(),
      reset() {
        throw new Error('The embedded log has no connections to reset.')
      },
      async remove() {
        await thaw()
        await place.remove()
      },
    }
  },

  /** Everything but the log is behind a proxy that can fail. */
  async mongodb(mongo) {
    const place = await openPlace('mongodb', { mongo })
    const proxy = await startMongoProxy(place.settings.MONGODB_URL!)
    return {
      settings: { ...place.settings, MONGODB_URL: proxy.url },
      roles: ['worker', 'api'],
      freeze: async () => proxy.freeze(),
      thaw: async () => proxy.thaw(),
      reset: () => proxy.reset(),
      async remove() {
        await proxy.close()
        await place.remove()
      },
    }
  },

  /** The log's stand-in can fail; the MongoDB is healthy. */
  async kurrentdb(mongo) {
    const kurrentdb = await openStandIn()
    const { settings, remove } = await openPlace('kurrentdb', { mongo, kurrentdb })
    const server = kurrentdb.standIn!
    return {
      settings,
      roles: ['worker', 'api'],
      freeze: async () => server.freeze(),
      thaw: async () => server.thaw(),
      reset: () => server.drop(),
      remove,
    }
  },
}
