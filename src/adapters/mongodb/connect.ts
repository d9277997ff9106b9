// Connects to MongoDB, and reports why it cannot be used.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from 'mongodb'
import type { Log } from '../../kernel/log.js'
import type { StoreClient } from '../../kernel/ports/storeClient.js'
import { StoreUrlError } from '../storeUrlError.js'
import { setCircuitBreaker } from './callMongo.js'
import { createCircuitBreaker } from './circuitBreaker.js'
import { describeUrl } from './client.js'
import { closeClient, type OpenClient, openClient } from './openClient.js'
import { refusalOf } from './refusal.js'
import { createReplaceableDb } from './replaceableDb.js'
import { tlsProblemOf } from './tlsProblem.js'
import { startWatchdog } from './watchdog.js'

/** How long to wait for a server that does not respond at start. */
const CONNECT_TIMEOUT_MS = 60_000
/** Timeout of one attempt to connect at start. */
const ATTEMPT_TIMEOUT_MS = 10_000
const RETRY_DELAY_MS = 500
/** How quickly a healthy server answers a new client. */
const REPLACEMENT_TIMEOUT_MS = 3_000

/** A database with journalled majority writes and reads from the primary. */
export interface Mongo {
  /** Its client is replaced when it hangs; operations in flight then fail. */
  readonly db: Db
  readonly client: StoreClient
  close(): Promise<void>
}

interface Connecting {
  readonly url: string
  readonly log: Log
  /** How long to wait for a server that does not respond. */
  readonly timeoutMs?: number
}

/**
 * Connects, and checks that the database can be read and written, without changing it.
 * @throws StoreUrlError immediately when the server rejects the client; when no server responded within `timeoutMs`
 */
export async function connectMongo(connecting: Connecting): Promise<Mongo> {
  const { url, log } = connecting
  const named = describeUrl(url)
  const { servers } = named
  const first = await waitForServer(connecting, named)
  if (first.isStandalone) log.warn({ servers }, 'MONGODB_URL names no replica set: there is only one copy of all data')
  return watch(first, url, log)
}

/** Replaces the client when it hangs. */
function watch(first: OpenClient, url: string, log: Log): Mongo {
  const { db, current, replace } = createReplaceableDb(first.db)
  const circuitBreaker = createCircuitBreaker()
  setCircuitBreaker(db, circuitBreaker)
  let { client } = first

  const watchdog = startWatchdog({
    silentSince: circuitBreaker.silentSince,
    async ping() {
      await current().command({ ping: 1 })
      circuitBreaker.recordResponse()
    },
    async open() {
      const next = await openClient(url, REPLACEMENT_TIMEOUT_MS)
      return {
        adopt() {
          const hanging = client
          client = next.client
          replace(next.db)
          void closeClient(hanging)
        },
        discard: () => void closeClient(next.client),
      }
    },
    log,
  })

  return {
    db,
    client: { store: 'mongodb', replacements: watchdog.replacements, hung: watchdog.hung },
    async close() {
      watchdog.stop()
      await closeClient(client)
    },
  }
}

async function waitForServer(
  { url, log, timeoutMs = CONNECT_TIMEOUT_MS }: Connecting,
  { servers, database }: ReturnType<typeof describeUrl>,
): Promise<OpenClient> {
  const startedAt = Date.now()
  for (let attempt = 1; ; attempt++) {
    try {
      const opened = await openClient(url, ATTEMPT_TIMEOUT_MS)
      if (attempt > 1) log.info({ servers }, 'MongoDB responds')
      return opened
    } catch (error) {
      const refusal = refusalOf(error, database)
      if (refusal) throw new StoreUrlError(`MONGODB_URL: ${servers} ${refusal}`, { cause: error })
      const problem = await tlsProblemOf(url)
      if (problem) throw new StoreUrlError(`MONGODB_URL: ${problem}`, { cause: error })
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
