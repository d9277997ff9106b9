import { MongoClient, type MongoClientOptions } from 'mongodb'
import { StoreUrlError } from '../storeUrlError.js'

const OPTIONS: MongoClientOptions = {
  appName: 'mailproof',
  // Acknowledged writes are on the disks of a majority of the members; reads see the last write.
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: 4_000 },
  readPreference: 'primary',
  readConcern: { level: 'local' },
  // A server that does not respond is detected within 4 s, and so is its return.
  serverSelectionTimeoutMS: 3_000,
  waitQueueTimeoutMS: 3_000,
  connectTimeoutMS: 2_000,
  heartbeatFrequencyMS: 2_000,
  // Longer than callers wait: building an index may continue.
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
      `MONGODB_URL: its value cannot be parsed: ${reasonOf(error as Error, url)}. Example: ${EXAMPLE}`,
    )
  }
}

/** The driver's message may quote what is the password if a character in it is not encoded. */
function reasonOf({ message }: Error, url: string): string {
  if (/unescaped characters|URI malformed/.test(message) || url.split('@').length > 2)
    return 'the user or the password contains a reserved character; write it as in URLs: %40 for @, %3A for :, %2F for /, %3F for ?, %23 for #, %25 for %'
  if (message.includes('Unable to parse')) return 'its servers are not of the form host:port'
  return message
}

/**
 * What a URL names, without its user and password.
 * @throws StoreUrlError when it is malformed
 */
export function describeUrl(url: string): { readonly servers: string; readonly database: string } {
  const { client, database } = createClient(url)
  const { hosts, srvHost } = client.options
  return { servers: srvHost ?? hosts.join(','), database }
}
