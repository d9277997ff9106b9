// Migrates an embedded installation to the configured stores, and verifies the copy.
import { moveBlobs } from '../../adapters/blobs/migrateBlobs.js'
import { toNumber } from '../../adapters/eventstore/lmdb/position.js'
import { createPinoLog } from '../../adapters/log/pino.js'
import { StoreUrlError } from '../../adapters/storeUrlError.js'
import { copyKeys } from '../../adapters/vault/migrateKeys.js'
import { type Config, ConfigError } from '../../config.js'
import { REACTOR_CHECKPOINTS } from '../../eventing/reactors/checkpoints.js'
import { iso, systemClock } from '../../kernel/clock.js'
import type { Change, Document, DocumentStore } from '../../kernel/ports/documentStore.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import { START } from '../../kernel/position.js'
import { createResources, type Resources } from '../../kernel/resources.js'
import { segmentFilesOf } from '../archive/files.js'
import { openScratch } from '../scratch.js'
import type { CompletedMigration, MigrationRecord, MigrationSummary } from './migrationRecord.js'
import type { ReportProgress } from './progress.js'
import { moveRecords } from './records.js'
import { createSameLog, LogMismatch } from './sameLog.js'
import { type MigrationSource, openMigrationSource } from './source.js'
import { dropModels, foldModels, foldModelsOnce, hashOf } from './states.js'
import { type MigrationTarget, openMigrationTarget } from './target.js'

export type MigrationResult =
  | {
      readonly outcome: 'moved' | 'already_moved'
      readonly from: string
      readonly at: string
      readonly summary: MigrationSummary
    }
  /** The migrated data is not equal to the original: the named read models differ, or the log does. */
  | { readonly outcome: 'differs'; readonly from: string; readonly models: readonly string[]; readonly log?: string }

/**
 * Migrates an embedded installation to the configured stores: data keys, blobs and records, then the log. Then folds the
 * read models there and verifies that they equal those of the old log. The old installation is not changed. An interrupted
 * migration resumes when it is called again; until it is complete, no service starts with the new stores.
 * @throws ConfigError, DataDirectoryError or StoreUrlError before anything is copied
 */
export async function migrate(config: Config, from: string, report: ReportProgress): Promise<MigrationResult> {
  const { MONGODB_URL: url, SECRET_KEY: secret } = config
  if (!url || !secret) {
    throw new ConfigError(
      'MONGODB_URL: must be set, because embedded installations are migrated to MongoDB. Example: MONGODB_URL=mongodb://mongo:27017/mailproof?replicaSet=rs0',
    )
  }
  const closing = createResources()
  try {
    const source = await openMigrationSource({ from, secret, archive: (path) => segmentFilesOf(config, path) }, closing)
    const target = await openMigrationTarget(
      { config, url, secret, log: createPinoLog(config.LOG_LEVEL) },
      source,
      closing,
    )
    if (target.record?.done) return await alreadyMoved(target.record, target.record.done, source, target)
    return await move(source, target, report, closing)
  } finally {
    await closing.close()
  }
}

async function alreadyMoved(
  { from }: MigrationRecord,
  { at, head, keys, summary }: CompletedMigration,
  source: MigrationSource,
  { db, events }: MigrationTarget,
): Promise<MigrationResult> {
  if (keys === source.keys.digest() && (events.stays || head === (await source.events.head()))) {
    return { outcome: 'already_moved', from, at, summary }
  }
  throw new StoreUrlError(
    `MONGODB_URL: ${source.path} was migrated to ${db.databaseName} on ${at}, but has been used since; its new data cannot be merged`,
  )
}

async function move(
  source: MigrationSource,
  target: MigrationTarget,
  report: ReportProgress,
  closing: Resources,
): Promise<MigrationResult> {
  const { db, documents, records: migrations, events } = target
  const scratch = openScratch(closing)
  const record: MigrationRecord = target.record ?? {
    source: source.id,
    from: source.path,
    log: events.place,
    begun: iso(systemClock.now()),
  }
  await migrations.write(record)

  const keys = await copyKeys(source.keys, db)
  report('keys', keys, keys)
  const { blobs } = await moveBlobs(source.paths.blobs, db, (bytes, total) => report('blobs', bytes, total))
  const moved = (count: number) => report('records', count, 0)
  const movedRecords = await moveRecords(source.documents, documents, source.collections, moved)
  // Read models beside an empty log were folded from another log, the target of an earlier attempt.
  if (events.place === 'KurrentDB' && (await events.isEmpty())) await dropModels(documents)
  const log = await events.fill(report)
  const compared = await compare(source, log, target, scratch, report)
  if (compared.outcome === 'differs') return compared

  const summary = { keys, blobs, records: movedRecords, ...compared.summary }
  const done = { at: iso(systemClock.now()), head: await source.events.head(), keys: source.keys.digest(), summary }
  events.settle(done.at)
  await migrations.write({ ...record, done })
  return { outcome: 'moved', from: source.path, at: done.at, summary }
}

type Compared =
  | Extract<MigrationResult, { outcome: 'differs' }>
  | { readonly outcome: 'equal'; readonly summary: Pick<MigrationSummary, 'events' | 'models' | 'documents' | 'hash'> }

/** Folds the new log in the target, and the old one in a scratch store with the new log's positions, and compares them. */
async function compare(
  { path: from, events: old, documents, records }: MigrationSource,
  log: EventStore,
  { documents: target }: MigrationTarget,
  scratch: DocumentStore,
  report: ReportProgress,
): Promise<Compared> {
  const total = toNumber(await old.head())
  const states = await foldModels(log, target, (count) => report('models', count, total))
  const same = createSameLog(old, log)
  const reactors = new Map<string, Change<Document>>()
  // Releases up to 1.0.0 had them among the documents.
  for (const store of [documents, records]) {
    for await (const stored of store.collection<Document>({ name: REACTOR_CHECKPOINTS }).all()) {
      reactors.set(stored.id, stored)
      same.find(stored.position)
    }
  }
  try {
    const expected = await foldModelsOnce(same.store, scratch, (count) => report('comparison', count, total))
    await same.end()
    const models = expected.filter(({ hash }, index) => hash !== states[index]!.hash).map(({ model }) => model)
    if (models.length > 0) {
      // The next attempt folds them again.
      await dropModels(target, models)
      return { outcome: 'differs', from, models }
    }
  } catch (error) {
    if (!(error instanceof LogMismatch)) throw error
    return { outcome: 'differs', from, models: [], log: error.message }
  }
  await moveCheckpoints([...reactors.values()], same.found, target)
  return {
    outcome: 'equal',
    summary: {
      events: same.count(),
      models: states.length,
      documents: states.reduce((sum, { documents }) => sum + documents, 0),
      hash: hashOf(states),
    },
  }
}

/** Reactors resume where they were: from the start of the log they would do everything again. */
async function moveCheckpoints(
  checkpoints: readonly Change<Document>[],
  found: (position: string) => string | undefined,
  documents: MigrationTarget['documents'],
): Promise<void> {
  const collection = documents.collection<Document>({ name: REACTOR_CHECKPOINTS })
  await collection.drop()
  const changes = checkpoints.flatMap(({ id, position, document }) => {
    const newPosition = position === START ? START : found(position)
    // A reactor that is ahead of a restored log starts as one without a checkpoint, as it would without the migration.
    return newPosition === undefined ? [] : [{ id, position: newPosition, document }]
  })
  await collection.write(changes)
}
