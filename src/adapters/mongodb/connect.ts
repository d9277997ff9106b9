import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, MongoClient } from 'mongodb'
import type { Log } from '../../kernel/log.js'
import { StoreUrlError } from '../storeUrlError.js'
import { createClient } from './client.js'
import { refusalOf } from './refusal.js'

/** A store that comes late is waited for as long as this. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 500

/** A database whose writes are majority and journalled, and whose reads are of the primary. */
export interface Mongo {
  readonly db: Db
  close(): Promise<void>
}

export interface Connecting {
  readonly url: string
  readonly log: Log
  readonly patienceMs?: number
}

/**
 * Connects, and proves that the database can be read and written. That leaves nothing behind in it.
 * @throws StoreUrlError at once when the server refuses, or when nothing answered in all that time
 */
export async function connectMongo({ url, log, patienceMs = PATIENCE_MS }: Connecting): Promise<Mongo> {
  const { client, database } = createClient(url)
  const db = client.db(database)
  let alone = false
  client.on('serverDescriptionChanged', ({ newDescription }) => {
    alone = newDescription.type === 'Standalone'
  })
  try {
    await reach(client, db, log, patienceMs)
  } catch (error) {
    await client.close()
    throw error
  }
  if (alone) log.warn({ servers: serversOf(client) }, 'MONGODB_URL names no replica set: there is one copy of all data')
  return { db, close: () => client.close() }
}

async function reach(client: MongoClient, db: Db, log: Log, patienceMs: number): Promise<void> {
  const servers = serversOf(client)
  const begun = Date.now()
  for (let attempt = 1; ; attempt++) {
    try {
      await client.connect()
      await prove(db)
      if (attempt > 1) log.info({ servers }, 'MongoDB answers')
      return
    } catch (error) {
      const refusal = refusalOf(error, db.databaseName)
      if (refusal) throw new StoreUrlError(`MONGODB_URL: ${servers} ${refusal}`, { cause: error })
      if (attempt === 1) log.warn({ servers, waitMs: patienceMs, error }, 'MongoDB does not answer; it is waited for')
      const waited = Date.now() - begun
      if (waited >= patienceMs) {
        throw new StoreUrlError(
          `MONGODB_URL: ${servers} did not answer within ${Math.round(waited / 1_000)} s (${(error as Error).message}). Start it, or name another.`,
          { cause: error },
        )
      }
      await sleep(PAUSE_MS)
    }
  }
}

/** Finds nothing and deletes nothing, in a collection that is never made: both take the rights that the stores need. */
async function prove(db: Db): Promise<void> {
  const nowhere = db.collection('documents')
  await nowhere.findOne({}, { projection: { _id: 1 } })
  await nowhere.deleteOne({ _id: { $in: [] } })
}

const serversOf = ({ options: { hosts, srvHost } }: MongoClient): string => srvHost ?? hosts.join(',')
