import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, MongoClient } from 'mongodb'
import type { Log } from '../../kernel/log.js'
import { StoreUrlError } from '../storeUrlError.js'
import { createClient } from './client.js'
import { refusalOf } from './refusal.js'

/** How long to wait for a server that does not respond at start. */
const CONNECT_TIMEOUT_MS = 60_000
const RETRY_DELAY_MS = 500

/** A database with journalled majority writes and reads from the primary. */
export interface Mongo {
  readonly db: Db
  close(): Promise<void>
}

export interface Connecting {
  readonly url: string
  readonly log: Log
  /** How long to wait for a server that does not respond. */
  readonly timeoutMs?: number
}

/**
 * Connects, and checks that the database can be read and written, without changing it.
 * @throws StoreUrlError immediately when the server rejects the client; when no server responded within `timeoutMs`
 */
export async function connectMongo({ url, log, timeoutMs = CONNECT_TIMEOUT_MS }: Connecting): Promise<Mongo> {
  const { client, database } = createClient(url)
  const db = client.db(database)
  let isStandalone = false
  client.on('serverDescriptionChanged', ({ newDescription }) => {
    isStandalone = newDescription.type === 'Standalone'
  })
  try {
    await waitForServer(client, db, log, timeoutMs)
  } catch (error) {
    await client.close()
    throw error
  }
  if (isStandalone)
    log.warn({ servers: serversOf(client) }, 'MONGODB_URL names no replica set: there is only one copy of all data')
  return { db, close: () => client.close() }
}

async function waitForServer(client: MongoClient, db: Db, log: Log, timeoutMs: number): Promise<void> {
  const servers = serversOf(client)
  const startedAt = Date.now()
  for (let attempt = 1; ; attempt++) {
    try {
      await client.connect()
      await checkAccess(db)
      if (attempt > 1) log.info({ servers }, 'MongoDB responds')
      return
    } catch (error) {
      const refusal = refusalOf(error, db.databaseName)
      if (refusal) throw new StoreUrlError(`MONGODB_URL: ${servers} ${refusal}`, { cause: error })
      if (attempt === 1) log.warn({ servers, waitMs: timeoutMs, error }, 'MongoDB does not respond yet; waiting')
      const waited = Date.now() - startedAt
      if (waited >= timeoutMs) {
        throw new StoreUrlError(
          `MONGODB_URL: ${servers} did not respond within ${Math.round(waited / 1_000)} s (${(error as Error).message}). Start it, or set another URL.`,
          { cause: error },
        )
      }
      await sleep(RETRY_DELAY_MS)
    }
  }
}

/** Reads and deletes nothing, in a collection that is never created: both need the privileges that the stores need. */
async function checkAccess(db: Db): Promise<void> {
  const unused = db.collection('documents')
  await unused.findOne({}, { projection: { _id: 1 } })
  await unused.deleteOne({ _id: { $in: [] } })
}

const serversOf = ({ options: { hosts, srvHost } }: MongoClient): string => srvHost ?? hosts.join(',')
