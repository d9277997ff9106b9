// Opens all stores of one process from the files of a data directory.
import { createLmdbAgendaBackend } from '../../adapters/agenda/lmdb/backend.js'
import { inspectJobs } from '../../adapters/agenda/lmdb/inspect.js'
import { createDiskBlobStore } from '../../adapters/blobs/disk.js'
import { inspectBlobs } from '../../adapters/blobs/inspect.js'
import { type DataDirectory, openDataDirectory } from '../../adapters/dataDirectory/dataDirectory.js'
import { createFileGuard } from '../../adapters/dataDirectory/guardFile.js'
import { refuseMoved } from '../../adapters/dataDirectory/moved.js'
import { isOpenToOthers } from '../../adapters/dataDirectory/secret.js'
import { createLmdbDocumentStore } from '../../adapters/documents/lmdb/documentStore.js'
import { inspectDocuments } from '../../adapters/documents/lmdb/inspect.js'
import type { SegmentFiles } from '../../adapters/eventstore/lmdb/segmentFiles.js'
import { createMemoryLedger } from '../../adapters/ledger/memory.js'
import { createMemoryLimiter } from '../../adapters/limiter/memory.js'
import { inspectVault } from '../../adapters/vault/inspectKeys.js'
import { createLmdbVault } from '../../adapters/vault/vault.js'
import { soleLeader } from '../../eventing/leases.js'
import { adoptReactorCheckpoints } from '../../eventing/reactors/checkpoints.js'
import type { Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { Resources } from '../../kernel/resources.js'
import { segmentFilesOf } from '../archive/files.js'
import { fileCheck } from '../fileCheck.js'
import { type StoreOptions, type Stores, secretsOf } from '../stores.js'
import { openLmdbLog } from './lmdbLog.js'

/** All stores in DATA_DIR, for one process. */
export async function openEmbedded(
  { config, exclusive, clock, log, acceptsLoss = false }: StoreOptions,
  closing: Resources,
): Promise<Stores> {
  const { path, paths, secrets, release } = openDataDirectory(config.DATA_DIR, {
    hold: exclusive,
    secret: config.SECRET_KEY,
    keeps: acceptsLoss ? [] : ['events', 'vault'],
  })
  closing.add(release)
  refuseMoved(path)
  if (isOpenToOthers(paths.secret))
    log.warn({ file: paths.secret }, 'other users can read the secret key: run chmod 600 on it')
  const known = config.SECRET_KEY ? () => secretsOf(config) : secrets
  return openFiles(
    { path, paths, secrets: known, archive: await segmentFilesOf(config, paths.events), clock, log },
    closing,
  )
}

/** The stores in the files of a directory. */
export async function openFiles(
  {
    path,
    paths,
    secrets,
    archive,
    clock,
    log: warnings,
  }: Pick<DataDirectory, 'path' | 'paths' | 'secrets'> & {
    readonly archive?: SegmentFiles
    readonly clock: Clock
    readonly log?: Log
  },
  closing: Resources,
): Promise<Stores> {
  const log = await openLmdbLog({ path: paths.events, archive, clock, log: warnings }, closing)
  const documents = createLmdbDocumentStore({ path: paths.documents })
  closing.add(() => documents.close())
  const vault = createLmdbVault({ path: paths.vault, rootKey: secrets()[0]!, readSecrets: secrets })
  closing.add(() => vault.close())
  const records = createLmdbDocumentStore({ path: paths.vault })
  closing.add(() => records.close())
  await adoptReactorCheckpoints(documents, records)
  const blobs = createDiskBlobStore({ path: paths.blobs, vault, clock })
  return {
    place: path,
    shared: false,
    secrets,
    derivationRoot: await vault.derivationRoot(),
    ...log,
    documents,
    records,
    vault,
    blobs,
    checks: {
      files: [paths.events, paths.documents, paths.vault, paths.jobs].map(fileCheck),
      others: [
        (signal, pause) => inspectDocuments(paths.documents, signal, pause),
        (signal, pause) => inspectJobs(paths.jobs, signal, pause),
        (signal, pause) => inspectVault({ path: paths.vault, readSecrets: secrets }, signal, pause),
        (signal, pause) => inspectBlobs(paths.blobs, blobs, signal, pause),
      ],
    },
    guards: [createFileGuard(paths.format)],
    places: { log: paths.events, vault: paths.vault },
    clients: [],
    lead: soleLeader,
    async openWork(closing) {
      const jobs = createLmdbAgendaBackend({ path: paths.jobs, exclusive: true })
      closing.add(() => jobs.disconnect())
      return {
        jobs,
        quotas: createMemoryLedger(),
        credits: createMemoryLedger(),
        limiter: createMemoryLimiter({ clock }),
        clock,
      }
    },
  }
}
