// Opens the log of this installation in a KurrentDB that others may share.
import type { KurrentdbEventStore } from '../adapters/eventstore/kurrentdb/eventStore.js'
import { type OpenOptions, openKurrentdbEventStore } from '../adapters/eventstore/kurrentdb/open.js'
import { StoreUrlError } from '../adapters/storeUrlError.js'
import { DEFAULT_STREAM_PREFIX } from '../config.js'
import { eventCategories } from '../eventCategories.js'
import type { Stage } from '../kernel/concurrency/rounds.js'
import { newId } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'
import type { Collection, Document, DocumentStore } from '../kernel/ports/documentStore.js'
import { next, START } from '../kernel/position.js'
import { createMigrationRecords } from './migration/migrationRecord.js'

/** What MongoDB says about the installation's log in KurrentDB. */
type LogRecord = {
  /** Id of the installation; the log on the server names it, too. */
  readonly installation: string
  /** Prefix of its streams; absent until the log was opened for the first time. */
  readonly prefix?: string
}

const ID = 'kurrentdb'
/** Collections that exist only where events were folded. */
const CHECKPOINT_COLLECTIONS = ['checkpoints', 'reactor_checkpoints']

export interface KurrentdbLogOptions {
  readonly url: string
  /** The setting KURRENTDB_STREAM_PREFIX. */
  readonly prefix: string | undefined
  readonly documents: DocumentStore
  readonly log: Log
  /** Decides when appends at any revision start. */
  readonly stage?: Stage
}

/**
 * Opens the log of this installation in a KurrentDB that may be shared. A log created by a release without prefixes continues
 * without one.
 * @throws StoreUrlError before anything is written to KurrentDB: if the prefix is another installation's, or differs from
 * that of the installation's log
 */
export async function openKurrentdbLog({
  url,
  prefix: wanted,
  documents,
  log,
  stage,
}: KurrentdbLogOptions): Promise<KurrentdbEventStore> {
  const records = documents.collection<LogRecord>({ name: 'installation' })
  const { installation, prefix: recorded } = await readRecord(records)
  let prefix = recorded
  const naming: OpenOptions['naming'] = async ({ hasUnprefixedLog }) => {
    prefix ??= (await isOlder(documents)) && (await hasUnprefixedLog()) ? '' : (wanted ?? DEFAULT_STREAM_PREFIX)
    refuseChange(prefix, wanted)
    return { prefix, categories: eventCategories }
  }
  const store = await openKurrentdbEventStore({ url, log, naming, installation, ...(stage && { stage }) })
  if (recorded === undefined) await recordPrefix(records, prefix!)
  return store
}

/** The record, which the first process creates. */
async function readRecord(records: Collection<LogRecord>): Promise<LogRecord> {
  const found = await records.get(ID)
  if (found) return found.document
  const document = { installation: newId() }
  const conflicts = await records.write([{ id: ID, position: next(START), document }])
  return conflicts.length === 0 ? document : readRecord(records)
}

async function recordPrefix(records: Collection<LogRecord>, prefix: string): Promise<void> {
  const { position, document } = (await records.get(ID))!
  if (document.prefix !== undefined) return refuseChange(document.prefix, prefix)
  const change = { id: ID, expected: position, position: next(position), document: { ...document, prefix } }
  const conflicts = await records.write([change])
  if (conflicts.length > 0) await recordPrefix(records, prefix)
}

/** Whether the installation existed before there were prefixes. */
const isOlder = async (documents: DocumentStore): Promise<boolean> =>
  (await hasFolded(documents)) || (await createMigrationRecords(documents).read()) !== undefined

/** Whether read models or reactors have processed events. */
export async function hasFolded(documents: DocumentStore): Promise<boolean> {
  for (const name of CHECKPOINT_COLLECTIONS) {
    for await (const _ of documents.collection<Document>({ name }).all()) return true
  }
  return false
}

function refuseChange(prefix: string, wanted: string | undefined): void {
  if (wanted === undefined || wanted === prefix) return
  throw new StoreUrlError(
    `KURRENTDB_STREAM_PREFIX: is ${wanted}, but this installation's log was begun ${prefix ? `with ${prefix}. Set it to that` : 'without a prefix. Unset it'}`,
  )
}
