// Converts the documents that an older release wrote to MongoDB.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb'
import type { Log } from '../../../kernel/log.js'
import type { CollectionDefinition } from '../../../kernel/ports/documentStore.js'
import { type CallMongo, callerOf } from '../../mongodb/callMongo.js'
import { dropCollection } from '../../mongodb/dropCollection.js'
import { StoreUrlError } from '../../storeUrlError.js'
import { FORM } from './form.js'
import { hasOldForm, keysOf } from './indexes.js'
import { collectionOf, physicalName } from './names.js'
import { isOldRecord, type OldRecord, toStoredFromOld } from './oldRecord.js'
import { type DocumentRecord, INTERNAL, toRecord } from './record.js'
import { createTimeConversion } from './times.js'

/** The form of a database's documents. */
interface FormRecord {
  readonly _id: 'documents'
  readonly form: number
}

interface Conversion {
  readonly db: Db
  readonly log: Log
  /** Definitions of the collections that are no read models. Others are converted without times. */
  readonly records: readonly CollectionDefinition[]
}

/** Longer than the interval at which a process renews its leases. */
const LEASE_RENEWAL_MS = 3_000
const PAGE = 500
/** Read models are rebuilt from the log. */
const GENERATION = /\.v\d+$/
const SNAPSHOTS = 'snapshots'

/**
 * Reads the form of a database's documents; undefined before the first start.
 * @throws StoreUrlError when a newer release has written the database
 */
export async function readForm(db: Db): Promise<number | undefined> {
  const found = await callerOf(db)(() => formsOf(db).findOne({ _id: 'documents' }))
  if (found && found.form > FORM) {
    throw new StoreUrlError(
      `MONGODB_URL: a newer mailproof has written ${db.databaseName} (form ${found.form} of its documents; this version reads forms up to ${FORM}). Start that version, or use another database`,
    )
  }
  return found?.form
}

const formsOf = (db: Db): Collection<FormRecord> => db.collection<FormRecord>('documents.forms')

/**
 * Converts the documents of an older release, except for read models, which are rebuilt. Several processes may do so
 * concurrently, and continue what an interrupted one began.
 * @throws StoreUrlError when a newer release has written the database, or an older one is running
 */
export async function convertDocuments({ db, log, records }: Conversion): Promise<void> {
  const call = callerOf(db)
  if ((await readForm(db)) === FORM) return
  await refuseWhileInUse(db)
  let converted = 0
  for await (const { name } of db.listCollections()) {
    const collection = collectionOf(name)
    if (collection === undefined || GENERATION.test(collection)) continue
    const existing = db.collection<DocumentRecord>(name)
    if (!hasOldForm(await call(() => keysOf(existing)))) continue
    const definition = records.find((each) => each.name === collection) ?? { name: collection }
    if (collection === SNAPSHOTS) await call(() => dropCollection(existing))
    else converted += await convertCollection(existing, definition, call)
  }
  await call(() => formsOf(db).updateOne({ _id: 'documents' }, { $set: { form: FORM } }, { upsert: true }))
  if (converted > 0) log.info({ documents: converted }, 'converted the documents of an earlier release')
}

async function convertCollection(
  collection: Collection<DocumentRecord>,
  definition: CollectionDefinition,
  call: CallMongo,
): Promise<number> {
  const times = createTimeConversion(definition.times)
  const write = randomBytes(9).toString('base64url')
  const old = collection as unknown as Collection<OldRecord>
  let converted = 0
  for (;;) {
    const found = await call(() =>
      old
        .find({ [INTERNAL]: { $exists: false } })
        .limit(PAGE)
        .toArray(),
    )
    if (found.length === 0) break
    // Another process may have converted some while the server read them.
    const page = found.filter((record) => !(INTERNAL in record))
    if (!page.every(isOldRecord)) {
      throw new StoreUrlError(
        `MONGODB_URL: ${collection.collectionName} contains documents that mailproof has not written. Remove them, then start again`,
      )
    }
    const operations = page.flatMap((record) =>
      replacing(record, toRecord(toStoredFromOld(record, collection.collectionName), write, times)),
    )
    if (operations.length > 0) await call(() => collection.bulkWrite(operations, { ordered: true }))
    converted += page.length
  }
  await dropIndexes(collection, call)
  return converted
}

/** Replaces a record, unless another process has converted it in the meantime, and perhaps changed it since. */
function replacing(
  { _id, position, write }: OldRecord,
  record: DocumentRecord,
): AnyBulkWriteOperation<DocumentRecord>[] {
  const filter = { _id, position, write }
  if (record._id === _id) return [{ replaceOne: { filter, replacement: record } }]
  const { _id: id, ...members } = record
  return [
    { updateOne: { filter: { _id: id }, update: { $setOnInsert: members }, upsert: true } },
    { deleteOne: { filter } },
  ]
}

async function dropIndexes(collection: Collection<DocumentRecord>, call: CallMongo): Promise<void> {
  for (const name of (await call(() => keysOf(collection))).keys()) {
    if (name === '_id_') continue
    try {
      await call(() => collection.dropIndex(name))
    } catch (error) {
      // Another process may have dropped it.
      if ((await call(() => keysOf(collection))).has(name)) throw error
    }
  }
}

/** A running service of an older release could not read the converted documents. */
async function refuseWhileInUse(db: Db): Promise<void> {
  const leases = db.collection<OldRecord>(physicalName('leases'))
  const held = async () => {
    const found = await leases.find({ body: { $regex: '"holder":"' } }).toArray()
    return found.map(({ _id, position }) => `${_id} ${position}`).join()
  }
  const before = await held()
  if (before === '') return
  await sleep(LEASE_RENEWAL_MS)
  if ((await held()) === before) return
  throw new StoreUrlError(
    `MONGODB_URL: ${db.databaseName} is in use by a running mailproof of an earlier release. Stop all of its processes, then start this one again`,
  )
}
