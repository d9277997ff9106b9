import { MongoClient, type MongoClientOptions } from 'mongodb'
import { StoreUrlError } from '../storeUrlError.js'

const OPTIONS: MongoClientOptions = {
  appName: 'mailproof',
  // What was acknowledged is on the disks of most members, and what is read is what was written last.
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: 4_000 },
  readPreference: 'primary',
  readConcern: { level: 'local' },
  // A server that does not answer is found out within 4 s, and one that is back within as much.
  serverSelectionTimeoutMS: 3_000,
  waitQueueTimeoutMS: 3_000,
  connectTimeoutMS: 2_000,
  heartbeatFrequencyMS: 2_000,
  // Longer than callers wait: the build of an index goes on.
  socketTimeoutMS: 30_000,
  maxPoolSize: 50,
  maxConnecting: 8,
}

const DEFAULT_DATABASE = 'mailproof'
const EXAMPLE = 'MONGODB_URL=mongodb://user:password@host:27017/mailproof?replicaSet=rs0'

/** @throws StoreUrlError when the URL is malformed */
export function createClient(url: string): { readonly client: MongoClient; readonly database: string } {
  try {
    const client = new MongoClient(url, OPTIONS)
    const named = /^[^:]+:\/\/[^/?]+\/[^?]/.test(url)
    return { client, database: named ? client.options.dbName : DEFAULT_DATABASE }
  } catch (error) {
    throw new StoreUrlError(
      `MONGODB_URL: its value is not understood: ${(error as Error).message}. Example: ${EXAMPLE}`,
      {
        cause: error,
      },
    )
  }
}
