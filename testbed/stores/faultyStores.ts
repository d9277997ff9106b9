import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { compiled } from '../service/compiled.js'
import type { Role } from '../service/member.js'
import type { Settings } from '../service/program.js'
import { tempDirectory } from '../tempDirectory.js'
import { startStandIn } from './kurrentdb/server.js'
import { testDatabase } from './mongo/database.js'
import { startMongoProxy } from './mongo/proxy.js'

/** The store that fails: the log of a single process, or the MongoDB or KurrentDB that several processes share. */
export type StoreKind = 'lmdb' | 'mongodb' | 'kurrentdb'

/** The stores of one service, one of which can be made to fail. */
export interface FaultyStores {
  /** Settings of all processes and of the operator's commands. */
  readonly settings: Settings
  readonly roles: readonly Role[]
  /** Stops responding: connections stay open, writers wait. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Resets every connection; new ones are accepted. */
  reset(): void
  /** Deletes all data. */
  dispose(): Promise<void>
}

/** @param mongo MONGODB_URL, for places other than lmdb */
export function openFaultyStores(
  place: StoreKind,
  mongo: string | undefined,
  extraSettings: Settings = {},
): Promise<FaultyStores> {
  switch (place) {
    case 'lmdb':
      return openLmdb(extraSettings)
    case 'mongodb':
      return openMongo(requireUrl(mongo), extraSettings)
    case 'kurrentdb':
      return openKurrent(requireUrl(mongo), extraSettings)
  }
}

function requireUrl(mongo: string | undefined): string {
  if (!mongo)
    throw new Error('Set MONGODB_URL to the URL of a MongoDB server; testbed/stores/mongo/serve starts one for tests.')
  return mongo
}

/** Embedded. While it is frozen, another process holds the write lock of the log. */
async function openLmdb(extraSettings: Settings): Promise<FaultyStores> {
  const { path: directory, remove } = tempDirectory()
  let thaw = async () => {}
  return {
    settings: { DATA_DIR: directory, ...extraSettings },
    roles: ['all'],
    async freeze() {
      const { events } = openDataDirectory(directory, { hold: false }).paths
      const lockHolder = spawn(process.execPath, [compiled('testbed/stores/lmdbHanger.ts'), events], {
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
    async dispose() {
      await thaw()
      remove()
    },
  }
}

/** The log in a shared directory, everything else in a MongoDB behind a proxy that can fail. */
async function openMongo(mongo: string, extraSettings: Settings): Promise<FaultyStores> {
  const { path: directory, remove } = tempDirectory()
  const database = testDatabase(mongo)
  const proxy = await startMongoProxy(database.url)
  return {
    settings: { DATA_DIR: directory, MONGODB_URL: proxy.url, SECRET_KEY: newSecret(), ...extraSettings },
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

/** The log in a KurrentDB stand-in that can fail, everything else in a healthy MongoDB. */
async function openKurrent(mongo: string, extraSettings: Settings): Promise<FaultyStores> {
  const { path: directory, remove } = tempDirectory()
  const database = testDatabase(mongo)
  const server = await startStandIn()
  return {
    settings: {
      DATA_DIR: join(directory, 'unused'),
      MONGODB_URL: database.url,
      KURRENTDB_URL: server.url(),
      SECRET_KEY: newSecret(),
      ...extraSettings,
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

export const newSecret = (): string => randomBytes(32).toString('base64')
