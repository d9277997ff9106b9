// Opens the stores that an installation is migrated to.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from 'mongodb'
import { holdsNoBlobs } from '../../adapters/blobs/migrateBlobs.js'
import { convertDocuments, readForm } from '../../adapters/documents/mongodb/convertDocuments.js'
import { createMongoDocumentStore } from '../../adapters/documents/mongodb/documentStore.js'
import { FORM } from '../../adapters/documents/mongodb/form.js'
import { connectMongo } from '../../adapters/mongodb/connect.js'
import { StoreUrlError } from '../../adapters/storeUrlError.js'
import { checkMongoSecret, hasNoKeys } from '../../adapters/vault/migrateKeys.js'
import type { Config } from '../../config.js'
import type { Log } from '../../kernel/log.js'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import type { Resources } from '../../kernel/resources.js'
import { hasFolded } from '../kurrentdbLog.js'
import { recordCollections } from '../recordCollections.js'
import type { LogTarget } from './logTarget.js'
import { createMigrationRecords, type MigrationRecord } from './migrationRecord.js'
import { openLogTarget } from './openLogTarget.js'
import type { MigrationSource } from './source.js'

/** Longer than the interval at which a process renews its leases. */
const LEASE_RENEWAL_MS = 3_000

export type MigrationTarget = Awaited<ReturnType<typeof openMigrationTarget>>

/**
 * Opens the configured stores: empty, or with what an earlier attempt has migrated.
 * @throws StoreUrlError or DataDirectoryError if this installation cannot be migrated to them
 */
export async function openMigrationTarget(
  opening: { readonly config: Config; readonly url: string; readonly secret: Buffer; readonly log: Log },
  source: MigrationSource,
  closing: Resources,
) {
  const { url, secret, log } = opening
  const mongo = await connectMongo({ url, log })
  closing.add(() => mongo.close())
  const { db } = mongo
  const documents = createMongoDocumentStore({ db })
  closing.add(() => documents.close())
  await checkMongoSecret(db, secret)
  const records = createMigrationRecords(documents)
  const record = await records.read()
  if (!record && (await readForm(db)) !== FORM) await refuseUsed(db)
  await convertDocuments({ db, log, records: recordCollections })
  const events = await openLogTarget({ ...opening, documents }, source, closing)
  if (record) refuseOther(record, source, events, db)
  await refuseWhileInUse(db, documents)
  if (!record) await refuseUnlessEmpty(db, documents, events)
  return { db, documents, events, records, record }
}

function refuseOther(
  { source, from, log }: MigrationRecord,
  { id, path }: MigrationSource,
  { place }: LogTarget,
  { databaseName }: Db,
): void {
  if (source !== id) {
    throw new StoreUrlError(
      `MONGODB_URL: ${databaseName} already contains the installation from ${from}; ${path} cannot be added. Use an empty database`,
    )
  }
  if (log === place) return
  throw new StoreUrlError(
    place === 'KurrentDB'
      ? `KURRENTDB_URL: must not be set, because the migration of ${from} was started with the log in a DATA_DIR`
      : `KURRENTDB_URL: must be set, because the migration of ${from} was started with the log in KurrentDB`,
  )
}

const used = ({ databaseName }: Db) =>
  new StoreUrlError(
    `MONGODB_URL: ${databaseName} already belongs to a mailproof installation, and installations cannot be merged. Use an empty database`,
  )

/** What tells, also of documents that are still to be converted, that another installation uses the database. */
async function refuseUsed(db: Db): Promise<void> {
  if (!(await hasNoKeys(db)) || !(await holdsNoBlobs(db))) throw used(db)
}

async function refuseUnlessEmpty(db: Db, documents: DocumentStore, events: LogTarget): Promise<void> {
  await refuseUsed(db)
  if (await hasFolded(documents)) throw used(db)
  if (await events.isEmpty()) return
  throw new StoreUrlError(
    `${events.place === 'KurrentDB' ? 'KURRENTDB_URL' : 'DATA_DIR'}: already contains a log, and logs cannot be merged. Use an empty one`,
  )
}

/** A running service would process the log while it is being migrated, and send every webhook again. */
async function refuseWhileInUse(db: Db, documents: DocumentStore): Promise<void> {
  const leases = documents.collection<{ readonly holder: string | null }>({ name: 'leases' })
  const held = async () => {
    const found: string[] = []
    for await (const { id, position, document } of leases.all()) if (document.holder) found.push(`${id} ${position}`)
    return found.join()
  }
  const before = await held()
  if (before === '') return
  await sleep(LEASE_RENEWAL_MS)
  if ((await held()) === before) return
  throw new StoreUrlError(
    `MONGODB_URL: ${db.databaseName} is in use by a running mailproof. Stop all of its processes, then run this command again`,
  )
}
