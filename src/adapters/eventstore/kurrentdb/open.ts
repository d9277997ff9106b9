// Opens the log in KurrentDB, and reports why it cannot be used.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from '../../../kernel/concurrency/rounds.js'
import type { Log } from '../../../kernel/log.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { StoreUrlError } from '../../storeUrlError.js'
import { tlsProblem } from '../../tls/probe.js'
import { UNPREFIXED_MARKER } from './append/claim.js'
import { checkClient, membersOf } from './connect/clientInternals.js'
import { type Connection, createConnection } from './connect/connection.js'
import { type ConnectionSettings, parseConnectionString, problem } from './connect/connectionString.js'
import { nodesOfOtherClusters } from './connect/membership.js'
import { checkServerVersion } from './connect/serverVersion.js'
import { createKurrentdbEventStore, type KurrentdbEventStore } from './eventStore.js'
import { CODE, rootCodeOf } from './failures.js'
import { createDecode } from './format/codec.js'
import { EVERYTHING, type Naming } from './format/naming.js'
import { reportProgress } from './progress.js'
import { createReadPage, type ReadOpen } from './read/pages.js'

/** How long to wait for a server that does not respond at start. */
const CONNECT_TIMEOUT_MS = 60_000
const RETRY_DELAY_MS = 1_000

export interface OpenOptions {
  /** The value of KURRENTDB_URL. */
  readonly url: string
  readonly log: Log
  /** How long to wait for a server that does not respond, in milliseconds. */
  readonly timeoutMs?: number
  /** Our streams on the server, once it responds. By default its whole log is ours. */
  readonly naming?: (server: ServerContent) => Promise<Naming>
  /** Id of the installation; a log that belongs to another one is refused. */
  readonly installation?: string
  /** Decides when appends at any revision start. */
  readonly stage?: Stage
}

interface ServerContent {
  /** Whether some installation has begun a log without a prefix. */
  hasUnprefixedLog(): Promise<boolean>
}

/**
 * Opens the log in KurrentDB, and checks that it can be read and written.
 * @throws StoreUrlError immediately when the server rejects the client or is too old; when no server responded within
 * `timeoutMs`
 */
export async function openKurrentdbEventStore({
  url,
  log,
  timeoutMs = CONNECT_TIMEOUT_MS,
  naming = async () => EVERYTHING,
  installation,
  stage,
}: OpenOptions): Promise<KurrentdbEventStore> {
  const settings = parseConnectionString(url)
  const { servers } = settings
  const connection = createConnection(settings)
  const checkMembership = createMembershipCheck(settings)
  checkClient(log)
  let store: KurrentdbEventStore | undefined
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      await checkMembership()
      await checkServerVersion(connection)
      store ??= createKurrentdbEventStore({
        connection,
        log,
        installation,
        stage,
        naming: await naming(contentOf(connection)),
      })
      await readyWithProgress(store, log, servers)
      if (attempt > 1) log.info({ servers }, 'KurrentDB responds')
      return store
    } catch (error) {
      const waited = performance.now() - startedAt
      const refusal = refusalOf(error, servers) ?? (await tlsRefusal(settings))
      if (refusal || waited >= timeoutMs) {
        await (store ?? connection).close()
        throw refusal ?? noResponse(servers, waited, error)
      }
      if (attempt === 1) log.warn({ servers, waitMs: timeoutMs, error }, 'KurrentDB does not respond yet; waiting')
      await sleep(Math.min(RETRY_DELAY_MS, Math.max(0, timeoutMs - waited)))
    }
  }
}

async function readyWithProgress(store: KurrentdbEventStore, log: Log, servers: string): Promise<void> {
  const stop = reportProgress(log, 'KurrentDB searches for our newest event among those of other programs', () => ({
    servers,
  }))
  await store.ready().finally(stop)
}

function contentOf(connection: Connection): ServerContent {
  const readPage = createReadPage(
    connection,
    createDecode(EVERYTHING, () => {}),
  )
  return {
    async hasUnprefixedLog() {
      const open: ReadOpen = (client, maxCount) =>
        client.readStream(UNPREFIXED_MARKER, { maxCount, requiresLeader: true })
      return (await readPage({ count: 1, open })).to !== undefined
    },
  }
}

function refusalOf(error: unknown, servers: string): StoreUrlError | undefined {
  if ((error as Error).name === 'StoreUrlError') return error as StoreUrlError
  switch (rootCodeOf(error)) {
    case CODE.unauthenticated:
      return problem(`${servers} rejects the user or the password: check both`)
    case CODE.permissionDenied:
      return problem(`${servers} does not let this user read and write the log: check its privileges`)
    case CODE.unimplemented:
      return problem(`${servers} is not a KurrentDB, or too old: it does not support the request`)
    default:
      return undefined
  }
}

/**
 * Refuses nodes of different clusters before anything is written to either: with StoreUrlError if two attempts in a row find
 * them, because nodes that start together know only themselves for a moment.
 */
function createMembershipCheck(settings: ConnectionSettings): () => Promise<void> {
  const nodes = settings.isCluster ? settings.hosts.map(({ address, port }) => `${address}:${port}`) : []
  let before: string | undefined
  return async () => {
    const found = await nodesOfOtherClusters(nodes, (node) => membersOf(settings, node))
    const text = found && `${found[1]} belongs to another cluster than ${found[0]}: name the nodes of one cluster only`
    const isConfirmed = text === before
    before = text
    if (text) throw isConfirmed ? problem(text) : new StoreUnavailable(text)
  }
}

/** The preface of HTTP/2 and empty settings; a server answers with its own settings (RFC 9113, section 3.4). */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1')
const SETTINGS = 0x04
const TYPE_OFFSET = 3

async function tlsRefusal({ hosts, channel }: ConnectionSettings): Promise<StoreUrlError | undefined> {
  const { insecure, rootCertificate: ca, userCertFile: cert, userKeyFile: key, verifyOptions } = channel
  const text = await tlsProblem(hosts, {
    tls: insecure ? undefined : { ca, cert, key, ...verifyOptions, ALPNProtocols: ['h2'] },
    greeting: PREFACE,
    isAnswer: (bytes) => bytes[TYPE_OFFSET] === SETTINGS,
  })
  return text === undefined ? undefined : problem(text)
}

function noResponse(servers: string, waited: number, error: unknown): StoreUrlError {
  const message = oneLine((error as Error).message)
  return problem(
    `${servers} did not respond within ${Math.round(waited / 1_000)} s (${message}). Start it, or set another URL.`,
  )
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200)
