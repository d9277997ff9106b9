import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from 'mongodb'
import { holdsNoBlobs } from '../../adapters/blobs/migrateBlobs.js'
import { createMongoDocumentStore } from '../../adapters/documents/mongodb/documentStore.js'
import { connectMongo } from '../../adapters/mongodb/connect.js'
import { StoreUrlError } from '../../adapters/storeUrlError.js'
import { checkMongoSecret, holdsNoKeys } from '../../adapters/vault/migrateKeys.js'
import type { Config } from '../../config.js'
import type { Log } from '../../kernel/log.js'
import type { Document, DocumentStore } from '../../kernel/ports/documentStore.js'
import type { Resources } from '../../kernel/resources.js'
import type { LogTarget } from './logTarget.js'
import { createMigrationRecords, type MigrationRecord } from './migrationRecord.js'
import { openLogTarget } from './openLogTarget.js'
import type { Source } from './source.js'

/** Longer than a process needs to say that it still does a work. */
const BEAT_MS = 3_000
/** What there is only where events were folded. */
const FOLDED = ['checkpoints', 'reactor_checkpoints']

export type Target = Awaited<ReturnType<typeof openTarget>>

/**
 * The stores that the settings name: empty, or with what an attempt before has moved.
 * @throws StoreUrlError or DataDirectoryError when they cannot take this installation
 */
export async function openTarget(
  opening: { readonly config: Config; readonly url: string; readonly secret: Buffer; readonly log: Log },
  source: Source,
  closing: Resources,
) {
  const { url, secret, log } = opening
  const mongo = await connectMongo({ url, log })
  closing.add(() => mongo.close())
  const { db } = mongo
  const documents = createMongoDocumentStore({ db })
  closing.add(() => documents.close())
  await checkMongoSecret(db, secret)
  const marks = createMigrationRecords(documents)
  const mark = await marks.read()
  const events = await openLogTarget(opening, source, closing)
  if (mark) refuseOther(mark, source, events, db)
  else await refuseUnlessEmpty(db, documents, events)
  await refuseWhileInUse(db, documents)
  return { db, documents, events, marks, mark }
}

function refuseOther(
  { source, from, log }: MigrationRecord,
  { id, path }: Source,
  { place }: LogTarget,
  { databaseName }: Db,
): void {
  if (source !== id) {
    throw new StoreUrlError(
      `MONGODB_URL: ${databaseName} has taken another installation, from ${from}, and cannot take ${path} too: name an empty database`,
    )
  }
  if (log === place) return
  throw new StoreUrlError(
    place === 'KurrentDB'
      ? `KURRENTDB_URL: must not be set, because moving ${from} was begun with the log in a DATA_DIR`
      : `KURRENTDB_URL: must be set, because moving ${from} was begun with the log in KurrentDB`,
  )
}

async function refuseUnlessEmpty(db: Db, documents: DocumentStore, events: LogTarget): Promise<void> {
  const isUsed = !(await holdsNoKeys(db)) || !(await holdsNoBlobs(db)) || (await holdsFolded(documents))
  if (isUsed) {
    throw new StoreUrlError(
      `MONGODB_URL: ${db.databaseName} is in use by a mailproof already, and two cannot be made one: name an empty database`,
    )
  }
  if (await events.isEmpty()) return
  throw new StoreUrlError(
    `${events.place === 'KurrentDB' ? 'KURRENTDB_URL' : 'DATA_DIR'}: there is a log already, and two cannot be made one: name an empty one`,
  )
}

async function holdsFolded(documents: DocumentStore): Promise<boolean> {
  for (const name of FOLDED) {
    for await (const _ of documents.collection<Document>({ name }).all()) return true
  }
  return false
}

/** A service that runs would fold and react while the log is moved, and send everything again. */
async function refuseWhileInUse(db: Db, documents: DocumentStore): Promise<void> {
  const leases = documents.collection<{ readonly holder: string | null }>({ name: 'leases' })
  const held = async () => {
    const found: string[] = []
    for await (const { id, position, document } of leases.all()) if (document.holder) found.push(`${id} ${position}`)
    return found.join()
  }
  const before = await held()
  if (before === '') return
  await sleep(BEAT_MS)
  if ((await held()) === before) return
  throw new StoreUrlError(
    `MONGODB_URL: a mailproof works with ${db.databaseName} at this moment: stop all processes of it, then run this again`,
  )
}
