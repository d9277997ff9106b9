import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDataDirectory } from '../../../src/adapters/dataDirectory/dataDirectory.js'
import { compiled } from '../../../test/support/compiled.js'
import { startStandIn } from '../../../test/support/kurrentdb/server.js'
import { testDatabase } from '../../../test/support/mongo/database.js'
import { startMongoProxy } from '../../../test/support/mongo/proxy.js'
import type { Settings } from '../../../test/support/program.js'
import { tempDirectory } from '../../../test/support/tempDirectory.js'
import type { Role } from './member.js'

/** What a fault befalls: the log of a single process; the MongoDB of many; the KurrentDB of many. */
export type Place = 'lmdb' | 'mongodb' | 'kurrentdb'

/** The stores of one service, one of which can be made to fail. */
export interface FaultyStores {
  /** What all of its processes are told, also the operator's commands. */
  readonly settings: Settings
  readonly roles: readonly Role[]
  /** It stands still: connections stay, writers wait, nothing is answered. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Breaks every connection; new ones are taken. */
  reset(): void
  /** Deletes all that was kept. */
  dispose(): Promise<void>
}

/** @param mongo MONGODB_URL, for places other than lmdb */
export function openFaultyStores(place: Place, mongo: string | undefined, more: Settings = {}): Promise<FaultyStores> {
  switch (place) {
    case 'lmdb':
      return openLmdb(more)
    case 'mongodb':
      return openMongo(needed(mongo), more)
    case 'kurrentdb':
      return openKurrent(needed(mongo), more)
  }
}

function needed(mongo: string | undefined): string {
  if (!mongo) throw new Error('Set MONGODB_URL to a MongoDB; test/support/mongo/serve starts one for tests')
  return mongo
}

/** The log's writers wait for a process that holds its lock and never lets go. */
async function openLmdb(more: Settings): Promise<FaultyStores> {
  const { path: directory, remove } = tempDirectory()
  let thaw = async () => {}
  return {
    settings: { DATA_DIR: directory, ...more },
    roles: ['all'],
    async freeze() {
      const { events } = openDataDirectory(directory, { hold: false }).paths
      const hanger = spawn(process.execPath, [compiled('test/reliability/lmdbHanger.ts'), events], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(hanger, 'exit')
      thaw = async () => {
        hanger.kill('SIGKILL')
        await ended
      }
      await once(hanger.stdout, 'data')
    },
    thaw: () => thaw(),
    reset() {
      throw new Error('a file has no connections')
    },
    async dispose() {
      await thaw()
      remove()
    },
  }
}

/** The log in a directory that processes share, everything else in a MongoDB at the other end of a network that fails. */
async function openMongo(mongo: string, more: Settings): Promise<FaultyStores> {
  const { path: directory, remove } = tempDirectory()
  const database = testDatabase(mongo)
  const proxy = await startMongoProxy(database.url)
  return {
    settings: { DATA_DIR: directory, MONGODB_URL: proxy.url, SECRET_KEY: newSecret(), ...more },
    roles: ['worker', 'api'],
    freeze: async () => proxy.freeze(),
    thaw: async () => proxy.thaw(),
    reset: () => proxy.reset(),
    async dispose() {
      await proxy.close()
      await database.drop()
      remove()
    },
  }
}

/** The log in the stand-in of a KurrentDB, at the other end of a network that fails; MongoDB is well. */
async function openKurrent(mongo: string, more: Settings): Promise<FaultyStores> {
  const { path: directory, remove } = tempDirectory()
  const database = testDatabase(mongo)
  const server = await startStandIn()
  return {
    settings: {
      DATA_DIR: join(directory, 'unused'),
      MONGODB_URL: database.url,
      KURRENTDB_URL: server.url(),
      SECRET_KEY: newSecret(),
      ...more,
    },
    roles: ['worker', 'api'],
    freeze: async () => server.freeze(),
    thaw: async () => server.thaw(),
    reset: () => server.drop(),
    async dispose() {
      await server.close()
      await database.drop()
      remove()
    },
  }
}

const newSecret = (): string => randomBytes(32).toString('base64')
