import type { Db, MongoClient } from 'mongodb'
import { withTimeout } from '../../kernel/concurrency/timeout.js'
import { createClient } from './client.js'

/** How long closing a client may take; what it waits for may never happen. */
const CLOSE_TIMEOUT_MS = 5_000

/** A client to which the server has answered. */
export interface OpenClient {
  readonly client: MongoClient
  readonly db: Db
  /** Whether the server is not a member of a replica set. */
  readonly isStandalone: boolean
}

/**
 * Opens a client, and checks that the database can be read and written, without changing it.
 * @throws StoreUrlError when the URL is malformed; the driver's error, or an Error after the timeout
 */
export async function openClient(url: string, timeoutMs: number): Promise<OpenClient> {
  const { client, database } = createClient(url)
  const db = client.db(database)
  let isStandalone = false
  client.on('serverDescriptionChanged', ({ newDescription }) => {
    isStandalone = newDescription.type === 'Standalone'
  })
  const connecting = connect(client, db)
  try {
    await withTimeout(timeoutMs, connecting)
  } catch (error) {
    void abandon(client, connecting)
    throw error
  }
  return { client, db, isStandalone }
}

/** Closes a client again once it has connected: the driver also connects one that was closed during its DNS queries. */
async function abandon(client: MongoClient, connecting: Promise<void>): Promise<void> {
  await closeClient(client)
  await connecting.catch(() => {})
  await closeClient(client)
}

/** Resolves after a few seconds at the latest, even if the client cannot be closed. */
export async function closeClient(client: MongoClient): Promise<void> {
  await withTimeout(CLOSE_TIMEOUT_MS, client.close()).catch(() => {})
}

/** Reads and deletes nothing, in a collection that is never created: both need the privileges that the stores need. */
async function connect(client: MongoClient, db: Db): Promise<void> {
  await client.connect()
  const unused = db.collection('documents')
  await unused.findOne({}, { projection: { _id: 1 } })
  await unused.deleteOne({ _id: { $in: [] } })
}
