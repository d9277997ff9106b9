import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../kernel/log.js'
import type { StoreUrlError } from '../../storeUrlError.js'
import { type Connection, createConnection } from './connection.js'
import { problem, serversOf } from './connectionString.js'
import { createKurrentdbEventStore, type KurrentdbEventStore } from './eventStore.js'
import { CODE, codeBehind } from './failures.js'
import { checkVersion } from './version.js'

/** A store that comes late is waited for as long as this. */
const PATIENCE_MS = 60_000
const AGAIN_MS = 1_000

export interface OpenOptions {
  /** The value of KURRENTDB_URL. */
  readonly url: string
  readonly log: Log
  /** How long a server that does not answer is waited for. */
  readonly patienceMs?: number
}

/**
 * Opens the log in KurrentDB, and proves that it can be read and written.
 * @throws StoreUrlError at once when the server refuses or is too old, or when nothing answered in all that time
 */
export async function openKurrentdbEventStore({
  url,
  log,
  patienceMs = PATIENCE_MS,
}: OpenOptions): Promise<KurrentdbEventStore> {
  const servers = serversOf(url)
  const connection = connect(url)
  const store = createKurrentdbEventStore({ connection, log })
  const begun = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      await checkVersion(connection)
      await store.ready()
      if (attempt > 1) log.info({ servers }, 'KurrentDB answers')
      return store
    } catch (error) {
      const waited = performance.now() - begun
      const refusal = refusalOf(error, servers)
      if (refusal || waited >= patienceMs) {
        await store.close()
        throw refusal ?? absent(servers, waited, error)
      }
      if (attempt === 1) log.warn({ servers, waitMs: patienceMs, error }, 'KurrentDB does not answer; it is waited for')
      await sleep(Math.min(AGAIN_MS, Math.max(0, patienceMs - waited)))
    }
  }
}

function connect(url: string): Connection {
  try {
    return createConnection(url)
  } catch (error) {
    throw problem(`its value is not understood: ${oneLine((error as Error).message)}`)
  }
}

function refusalOf(error: unknown, servers: string): StoreUrlError | undefined {
  if ((error as Error).name === 'StoreUrlError') return error as StoreUrlError
  switch (codeBehind(error)) {
    case CODE.unauthenticated:
      return problem(`${servers} refuses the user or the password: check both`)
    case CODE.permissionDenied:
      return problem(`${servers} lets this user not read and write the log: check its rights`)
    case CODE.unimplemented:
      return problem(`${servers} is no KurrentDB, or one that is too old: it does not know what it was asked`)
    default:
      return undefined
  }
}

function absent(servers: string, waited: number, error: unknown): StoreUrlError {
  const said = oneLine((error as Error).message)
  return problem(
    `${servers} did not answer within ${Math.round(waited / 1_000)} s (${said}). Start it, or name another.`,
  )
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200)
