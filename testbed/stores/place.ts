// Empty stores for one installation, in each of the three deployments.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { NUMBER_BYTES } from '../../src/adapters/lmdb/bytes.js'
import { closeEnvironment, openEnvironment } from '../../src/adapters/lmdb/environment.js'
import { systemClock } from '../../src/kernel/clock.js'
import { collect } from '../given/events.js'
import { newSecret, type Settings } from '../service/settings.js'
import { tempDirectory } from '../tempDirectory.js'
import { openStandIn, type TestKurrentdb } from './kurrentdb/open.js'
import type { StandIn } from './kurrentdb/server.js'
import { testDatabase } from './mongo/database.js'

/**
 * The stores of a deployment: everything in LMDB; the log in LMDB and the rest in MongoDB; or the log in KurrentDB and
 * the rest in MongoDB.
 */
export type Shape = 'lmdb' | 'mongodb' | 'kurrentdb'

/** Servers of stores. */
export interface Servers {
  /** Default: MONGODB_URL. */
  readonly mongo?: string | undefined
  /** Default: a stand-in in this process. Closed with the place. */
  readonly kurrentdb?: TestKurrentdb | undefined
  /** SECRET_KEY beside a MongoDB. Default: a new one. */
  readonly secret?: string
}

/** Empty stores for the processes of one installation. */
export interface Place {
  /** DATA_DIR. */
  readonly directory: string
  /** What processes print about where their stores are. */
  readonly stores: string
  /** The settings that name them, for all processes and operator commands. */
  readonly settings: Settings
  /** The server of the log, if it is a stand-in. */
  readonly standIn?: StandIn | undefined
  /** The log as it is now, while nothing writes to it. @returns a function that replaces the log by this copy */
  copyLog(): () => void
  /**
   * Makes the last event of a type in the log unreadable, as a bad sector would, while no process runs.
   * @returns its position
   */
  damageLast(type: string): Promise<string>
  /** Stops and starts the log's server, with something done to its data in between; absent if the log has none. */
  readonly whileLogIsDown?: (change: () => unknown) => Promise<void>
  /** Deletes everything. */
  remove(): Promise<void>
}

/** @throws Error if there is no MongoDB for a shape that needs one */
export async function openPlace(
  shape: Shape = 'lmdb',
  { mongo = process.env.MONGODB_URL, kurrentdb, secret = newSecret() }: Servers = {},
): Promise<Place> {
  if (shape !== 'lmdb' && !mongo)
    throw new Error('Set MONGODB_URL to the URL of a MongoDB server; testbed/stores/mongo/serve starts one for tests.')
  const { path, remove } = tempDirectory()
  const embedded = { ...placeOf(path), remove: async () => remove() }
  if (shape === 'lmdb') return embedded

  const database = testDatabase(mongo!)
  const settings = { ...embedded.settings, MONGODB_URL: database.url, SECRET_KEY: secret }
  const removeBoth = async () => {
    await database.drop()
    remove()
  }
  if (shape === 'mongodb') return { ...embedded, settings, remove: removeBoth }

  const server = kurrentdb ?? (await openStandIn())
  return {
    directory: path,
    stores: 'KurrentDB and MongoDB',
    settings: { ...settings, ...server.settings },
    standIn: server.standIn,
    copyLog() {
      const { log } = server.standIn!
      const count = log.all().length
      return () => log.truncate(count)
    },
    async damageLast(type) {
      const word = server.standIn!.log.damageLast(type).toString(16).padStart(16, '0')
      return word + word
    },
    async whileLogIsDown(change) {
      await server.standIn!.stop()
      await change()
      await server.standIn!.restart()
    },
    async remove() {
      await removeBoth()
      await server.close()
    },
  }
}

/** A data directory of the caller, which it deletes itself. */
export function placeOf(directory: string): Place {
  const path = join(directory, 'events.mdb')
  return {
    directory,
    stores: directory,
    settings: { DATA_DIR: directory },
    copyLog() {
      const copy = readFileSync(path)
      return () => writeFileSync(path, copy)
    },
    damageLast: (type) => damageLastIn(path, type),
    remove: async () => {},
  }
}

/** Flips a bit in the record of the last event of a type. @returns its position */
async function damageLastIn(path: string, type: string): Promise<string> {
  const store = createLmdbEventStore({ path, clock: systemClock })
  const position = (await collect(store.readAll({ types: new Set([type]) }))).at(-1)!.position
  await store.close()
  const environment = openEnvironment(path)
  const log = environment.openDB<Uint8Array, Uint8Array>({ name: 'log', keyEncoding: 'binary', encoding: 'binary' })
  const key = Buffer.from(position.slice(-2 * NUMBER_BYTES), 'hex')
  const record = Buffer.from(log.get(key)!)
  record[record.length - 1]! ^= 1
  await log.put(key, record)
  await closeEnvironment(environment)
  return position
}
