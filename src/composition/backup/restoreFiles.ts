// Writes a set into a new data directory, and verifies what was written.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { importBlobs } from '../../adapters/blobs/importBlobs.js'
import { pathsIn } from '../../adapters/dataDirectory/dataDirectory.js'
import { writeFormat } from '../../adapters/dataDirectory/format.js'
import { lock } from '../../adapters/dataDirectory/lock.js'
import { makeDirectory } from '../../adapters/dataDirectory/makeDirectory.js'
import { RESTORING } from '../../adapters/dataDirectory/restoring.js'
import { writeNewWhole } from '../../adapters/dataDirectory/writeWhole.js'
import { createLmdbDocumentStore } from '../../adapters/documents/lmdb/documentStore.js'
import { importLog } from '../../adapters/eventstore/lmdb/importLog.js'
import { createKeyCheck } from '../../adapters/vault/keyCheck.js'
import { importVault } from '../../adapters/vault/lmdbRecords.js'
import type { Config } from '../../config.js'
import { REACTOR_CHECKPOINTS } from '../../eventing/reactors/checkpoints.js'
import { withSetAside } from '../../eventing/setAside.js'
import { createRemovePendingDeliveries } from '../../features/webhooks/index.js'
import { systemClock } from '../../kernel/clock.js'
import type { Recorded } from '../../kernel/envelope.js'
import { isErasure } from '../../kernel/erasure.js'
import { silentLog } from '../../kernel/log.js'
import type { VaultRecord } from '../../kernel/ports/vault.js'
import { type Position, START } from '../../kernel/position.js'
import { createResources, type Resources } from '../../kernel/resources.js'
import { writeRecords } from '../migration/records.js'
import { createSameLog, LogMismatch } from '../migration/sameLog.js'
import { foldModels, foldModelsOnce } from '../migration/states.js'
import { openFiles } from '../profiles/embedded.js'
import { operationalCollection, operationalCollections } from '../recordCollections.js'
import type { Stores } from '../stores.js'
import { createErasedLater } from './erasedLater.js'
import type { SavedRecord } from './parts.js'
import { BackupError, withFileErrors } from './problem.js'
import type { BackupSet } from './set.js'

/** Document store of the comparison. */
const SCRATCH = 'comparison.mdb'

/** What a restored installation has. */
export interface Restored {
  readonly events: number
  /** When the last event was recorded, ISO 8601. */
  readonly time: string | null
  readonly position: Position
  readonly models: number
  /** Names of read models that differ from those folded from the set itself. */
  readonly different: readonly string[]
  readonly keys: number
  /** Accounts whose data cannot be opened: their data key is not in the set, or the secret key does not open it. */
  readonly missingKeys: number
  readonly blobs: number
  readonly records: number
  /** What was erased or forgotten after the end of the restore, and was again: accounts, addresses of pools, mailboxes. */
  readonly erased: number
}

export type RestoreStep = 'check' | 'log' | 'models' | 'comparison'
export type ReportRestore = (step: RestoreStep, done: number, total: number) => void

interface RestoreOptions {
  readonly config: Config
  /** The secret key, and the one before it if that still wraps some keys. */
  readonly secrets: readonly Buffer[]
  /** The last event to restore; undefined for a set without one. */
  readonly last: Recorded | undefined
  readonly report: ReportRestore
}

/**
 * Restores a set into a directory that is empty, or holds what an interrupted restore left. No service starts with the
 * directory until the restore is complete.
 * @throws BackupError
 */
export async function restoreFiles(set: BackupSet, directory: string, options: RestoreOptions): Promise<Restored> {
  const closing = createResources()
  try {
    return await withFileErrors(directory, async () => {
      prepareDirectory(directory)
      closing.add(lock(join(directory, 'serve.lock'), new Date(), { advice: ', or choose another directory' }))
      clearLeftovers(directory)
      const restored = await fill(set, directory, options, closing)
      await closing.close()
      writeFormat(join(directory, 'format.json'))
      rmSync(join(directory, RESTORING))
      return restored
    })
  } finally {
    await closing.close()
  }
}

/** @throws BackupError when the directory holds anything but an interrupted restore */
function prepareDirectory(directory: string): void {
  makeDirectory(directory)
  const found = readdirSync(directory).filter((name) => name !== 'lost+found' && name !== 'serve.lock')
  if (found.length === 0 || found.includes(RESTORING)) return
  throw new BackupError(`${directory} is not empty (it contains ${found[0]}): restore into an empty directory`)
}

function clearLeftovers(directory: string): void {
  writeNewWhole(join(directory, RESTORING), `${JSON.stringify({ pid: process.pid })}\n`, 0o600)
  const kept = [RESTORING, 'serve.lock', 'lost+found']
  for (const name of readdirSync(directory)) {
    if (!kept.includes(name)) rmSync(join(directory, name), { recursive: true, force: true })
  }
}

async function fill(set: BackupSet, directory: string, options: RestoreOptions, closing: Resources): Promise<Restored> {
  const { config, secrets, last, report } = options
  const { manifest } = set
  const paths = pathsIn(directory)
  const end = last?.position ?? START
  const saved = await readCheckpoints(set)
  const later = createErasedLater(manifest, end)
  const { count, accounts, checkpoints } = await restoreLog(set, paths.events, end, saved, (event, events) => {
    later.see(event)
    report('log', events, manifest.log.events)
  })
  // Keys of accounts that were erased later are destroyed; the accounts are erased again below.
  const kept = new Set(accounts)
  for (const { account } of manifest.erased) kept.delete(account)
  const keys = await restoreVault(set, paths.vault, secrets, kept)
  mkdirSync(paths.blobs, { mode: 0o700 })
  await importBlobs(
    paths.blobs,
    manifest.blobs.map(({ name, file }) => ({ name, path: set.pathOf(file) })),
  )
  const stores = await openFiles({ path: directory, paths, secrets: () => secrets, clock: systemClock }, closing)
  const records = await restoreRecords(set, stores, checkpoints)
  await createRemovePendingDeliveries(stores)(last?.recordedAt)
  const { models, different } = await foldAndCompare(set, { directory, stores, end, total: count }, report, closing)
  const erased = await later.applyAgain(config, stores, accounts)
  return {
    events: count,
    time: last?.recordedAt ?? null,
    position: end,
    models,
    different,
    ...keys,
    blobs: manifest.blobs.length,
    records,
    erased,
  }
}

async function restoreLog(
  set: BackupSet,
  path: string,
  end: Position,
  saved: readonly SavedRecord[],
  onEvent: (event: Recorded, count: number) => void,
) {
  let count = 0
  const accounts = new Set<string>()
  /** How far each reactor had got, in the new log. What was processed after the end does not exist any more. */
  const reached = new Map<SavedRecord, SavedRecord>()
  await importLog(path, set.eventsUpTo(end), (event, position) => {
    for (const checkpoint of saved) {
      if (event.position <= checkpoint.position)
        reached.set(checkpoint, { ...checkpoint, position, document: { event: event.id } })
    }
    if (event.type === 'AccountRegistered') accounts.add((event.data as { readonly account: string }).account)
    if (isErasure(event)) accounts.delete(event.data.account)
    onEvent(event, ++count)
  })
  return { count, accounts, checkpoints: [...reached.values()] }
}

async function readCheckpoints({ records }: BackupSet): Promise<SavedRecord[]> {
  const found: SavedRecord[] = []
  for await (const record of records()) if (record.collection === REACTOR_CHECKPOINTS) found.push(record)
  return found
}

async function restoreVault(set: BackupSet, path: string, secrets: readonly Buffer[], accounts: ReadonlySet<string>) {
  const check = createKeyCheck(secrets, accounts)
  let keys = 0
  async function* counted(): AsyncGenerator<VaultRecord> {
    for await (const record of set.vault()) {
      if (record.kind === 'key') keys++
      check.see(record)
      yield record
    }
  }
  await importVault(path, counted())
  return { keys, missingKeys: check.missing() }
}

async function restoreRecords(set: BackupSet, stores: Stores, checkpoints: readonly SavedRecord[]): Promise<number> {
  let written = 0
  for (const definition of operationalCollections) {
    const target = operationalCollection(stores, definition)
    const isCheckpoints = definition.name === REACTOR_CHECKPOINTS
    written += await writeRecords(target, isCheckpoints ? checkpoints : recordsOf(set, definition.name))
  }
  return written
}

async function* recordsOf(set: BackupSet, collection: string): AsyncGenerator<SavedRecord> {
  for await (const record of set.records()) if (record.collection === collection) yield record
}

/** Folds the new log, and the set's in a scratch store, and compares both the events and the read models. */
async function foldAndCompare(
  set: BackupSet,
  { directory, stores, end, total }: { directory: string; stores: Stores; end: Position; total: number },
  report: ReportRestore,
  closing: Resources,
) {
  const { events, documents } = stores
  const log = await withSetAside(events, silentLog)
  const states = await foldModels(log, documents, (count) => report('models', count, total))
  const path = join(directory, SCRATCH)
  const scratch = createLmdbDocumentStore({ path })
  closing.add(() => {
    for (const file of [path, `${path}-lock`]) rmSync(file, { force: true })
  })
  closing.add(() => scratch.close())
  try {
    const same = createSameLog(set.log(end), log)
    const expected = await foldModelsOnce(same.store, scratch, (count) => report('comparison', count, total))
    await same.end()
    const different = expected.filter(({ hash }, index) => hash !== states[index]!.hash).map(({ model }) => model)
    return { models: states.length, different }
  } catch (error) {
    if (!(error instanceof LogMismatch)) throw error
    throw new BackupError(`${directory}: ${error.message}; check the disk`, { cause: error })
  }
}
