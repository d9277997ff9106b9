import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { moveBlobs } from '../../adapters/blobs/migrateBlobs.js'
import { createLmdbDocumentStore } from '../../adapters/documents/lmdb/documentStore.js'
import { toNumber } from '../../adapters/eventstore/lmdb/position.js'
import { createPinoLog } from '../../adapters/log/pino.js'
import { StoreUrlError } from '../../adapters/storeUrlError.js'
import { moveKeys } from '../../adapters/vault/migrateKeys.js'
import { type Config, ConfigError } from '../../config.js'
import { iso, systemClock } from '../../kernel/clock.js'
import type { Change, Document, DocumentStore } from '../../kernel/ports/documentStore.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import { createResources, type Resources } from '../../kernel/resources.js'
import type { Done, MigrationRecord, Summary } from './migrationRecord.js'
import type { Tell } from './progress.js'
import { moveRecords, REACTOR_CHECKPOINTS } from './records.js'
import { createSameLog, LogsDiffer } from './sameLog.js'
import { openSource, type Source } from './source.js'
import { dropModels, foldModels, foldOnce, hashOf } from './states.js'
import { openTarget, type Target } from './target.js'

export type Migrated =
  | {
      readonly outcome: 'moved' | 'was moved already'
      readonly from: string
      readonly at: string
      readonly summary: Summary
    }
  /** What is there now is not what was there; `models` differ, or the log does. */
  | { readonly outcome: 'differs'; readonly from: string; readonly models: readonly string[]; readonly log?: string }

/**
 * Moves an embedded installation to the stores that the settings name: data keys, blobs and records, then the log; then
 * folds the read models there, and proves them equal to what the old log gives. Nothing of the old one is changed. It may
 * end at any moment, and goes on when it is called again; until it has come to its end, no service starts with those stores.
 * @throws ConfigError, DataDirectoryError or StoreUrlError before anything is moved
 */
export async function migrate(config: Config, from: string, tell: Tell): Promise<Migrated> {
  const { MONGODB_URL: url, SECRET_KEY: secret } = config
  if (!url || !secret) {
    throw new ConfigError(
      'MONGODB_URL: must be set, because that is what an embedded installation is moved to. Example: MONGODB_URL=mongodb://mongo:27017/mailproof?replicaSet=rs0',
    )
  }
  const closing = createResources()
  try {
    const source = await openSource(from, secret, closing)
    const target = await openTarget({ config, url, secret, log: createPinoLog(config.LOG_LEVEL) }, source, closing)
    if (target.mark?.done) return await told(target.mark, target.mark.done, source, target)
    return await move(source, target, tell, closing)
  } finally {
    await closing.close()
  }
}

async function told(
  { from }: MigrationRecord,
  { at, head, keys, summary }: Done,
  source: Source,
  { db, events }: Target,
): Promise<Migrated> {
  if (keys === source.keys.digest() && (events.stays || head === (await source.events.head()))) {
    return { outcome: 'was moved already', from, at, summary }
  }
  throw new StoreUrlError(
    `MONGODB_URL: ${source.path} was moved to ${db.databaseName} on ${at}, and was used by itself since: what is new in it cannot be brought together with what is there`,
  )
}

async function move(source: Source, target: Target, tell: Tell, closing: Resources): Promise<Migrated> {
  const { db, documents, marks, events } = target
  const scratch = openScratch(source.id, closing)
  const mark: MigrationRecord = target.mark ?? {
    source: source.id,
    from: source.path,
    log: events.place,
    begun: iso(systemClock.now()),
  }
  await marks.write(mark)

  const keys = await moveKeys(source.keys, db)
  tell('keys', keys, keys)
  const { blobs } = await moveBlobs(source.paths.blobs, db, (bytes, total) => tell('blobs', bytes, total))
  const moved = (count: number) => tell('records', count, 0)
  const records = await moveRecords(source.documents, documents, source.collections, moved)
  // Read models that are there nevertheless were folded from another log, which an attempt before was to fill.
  if (events.place === 'KurrentDB' && (await events.isEmpty())) await dropModels(documents)
  const log = await events.fill(tell)
  const compared = await compare(source, log, target, scratch, tell)
  if (compared.outcome === 'differs') return compared

  const summary = { keys, blobs, records, ...compared.summary }
  const done = { at: iso(systemClock.now()), head: await source.events.head(), keys: source.keys.digest(), summary }
  events.settle(done.at)
  await marks.write({ ...mark, done })
  return { outcome: 'moved', from: source.path, at: done.at, summary }
}

type Compared =
  | Extract<Migrated, { outcome: 'differs' }>
  | { readonly outcome: 'equal'; readonly summary: Pick<Summary, 'events' | 'models' | 'documents' | 'hash'> }

/** Folds the new log where it is, and the old one in a scratch store, each event at its place in the new one. */
async function compare(
  { path: from, events: old, documents: before }: Source,
  log: EventStore,
  { documents }: Target,
  scratch: DocumentStore,
  tell: Tell,
): Promise<Compared> {
  const total = toNumber(await old.head())
  const states = await foldModels(log, documents, (count) => tell('models', count, total))
  const same = createSameLog(old, log)
  const reactors: Change<Document>[] = []
  for await (const stored of before.collection<Document>({ name: REACTOR_CHECKPOINTS }).all()) {
    reactors.push(stored)
    same.find(stored.position)
  }
  try {
    const expected = await foldOnce(same.store, scratch, (count) => tell('comparison', count, total))
    await same.end()
    const models = expected.filter(({ hash }, index) => hash !== states[index]!.hash).map(({ model }) => model)
    if (models.length > 0) {
      // Folded anew by the next attempt.
      await dropModels(documents, models)
      return { outcome: 'differs', from, models }
    }
  } catch (error) {
    if (!(error instanceof LogsDiffer)) throw error
    return { outcome: 'differs', from, models: [], log: error.message }
  }
  await moveCheckpoints(reactors, same.found, documents)
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

/** Reactors go on where they were: from the beginning, they would do everything once more. */
async function moveCheckpoints(
  checkpoints: readonly Change<Document>[],
  found: (position: string) => string | undefined,
  documents: Target['documents'],
): Promise<void> {
  const collection = documents.collection<Document>({ name: REACTOR_CHECKPOINTS })
  await collection.drop()
  const changes = checkpoints.flatMap(({ id, position, document }) => {
    const place = found(position)
    // One that was ahead of a log that has been set back begins anew, as it would have.
    return place === undefined ? [] : [{ id, position: place, document }]
  })
  await collection.write(changes)
}

/** A document store for now; what a killed attempt has left of one is removed. */
function openScratch(id: string, closing: Resources): DocumentStore {
  const path = join(tmpdir(), `mailproof-migrate-${id.slice(0, 32)}`)
  try {
    rmSync(path, { recursive: true, force: true })
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`TMPDIR: ${path} cannot be made (${code}): name another directory for what is compared`)
  }
  closing.add(() => rmSync(path, { recursive: true, force: true }))
  const documents = createLmdbDocumentStore({ path: join(path, 'documents.mdb') })
  closing.add(() => documents.close())
  return documents
}
