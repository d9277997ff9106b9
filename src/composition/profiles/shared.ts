// The stores of deployments with several processes.
import { createMongoAgendaBackend } from '../../adapters/agenda/mongodb/backend.js'
import { createGridFsBlobStore } from '../../adapters/blobs/gridfs.js'
import { openDataDirectory } from '../../adapters/dataDirectory/dataDirectory.js'
import { createFileGuard } from '../../adapters/dataDirectory/guardFile.js'
import { convertDocuments, readForm } from '../../adapters/documents/mongodb/convertDocuments.js'
import { createMongoDocumentStore } from '../../adapters/documents/mongodb/documentStore.js'
import { createDocumentGuard } from '../../adapters/guard/documents.js'
import { createMongoLedger } from '../../adapters/ledger/mongodb.js'
import { createMongoLimiter } from '../../adapters/limiter/mongodb.js'
import { connectMongo } from '../../adapters/mongodb/connect.js'
import { createServerClock } from '../../adapters/mongodb/serverClock.js'
import { createMongoVault } from '../../adapters/vault/mongodb.js'
import { createLeases, neverLeader } from '../../eventing/leases.js'
import { createDocumentChainLinks } from '../../eventing/logCheck/documentChainLinks.js'
import { withSharedSubscription } from '../../eventing/subscription/shared.js'
import { createRounds, type Stage } from '../../kernel/concurrency/rounds.js'
import { newId } from '../../kernel/ids.js'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import type { Resources } from '../../kernel/resources.js'
import { MINUTE_MS } from '../../kernel/time.js'
import { segmentFilesOf } from '../archive/files.js'
import { fileCheck } from '../fileCheck.js'
import { refuseUnmigratedData } from '../migration/guard.js'
import { recordCollections } from '../recordCollections.js'
import { type StoreOptions, type Stores, secretsOf } from '../stores.js'
import { openLmdbLog } from './lmdbLog.js'

/** Longer than the pool caches a day's credits from the log, and longer than any credit is in flight. */
const CREDITS_IDLE_MS = 15 * MINUTE_MS

/** The log in KurrentDB, or in DATA_DIR for the processes of one machine; everything else in MongoDB. */
export async function openShared(
  opening: StoreOptions & { readonly url: string },
  closing: Resources,
): Promise<Stores> {
  const { config, clock, log, url } = opening
  const secrets = () => secretsOf(config)
  const mongo = await connectMongo({ url, log })
  closing.add(() => mongo.close())
  const { db } = mongo
  const documents = createMongoDocumentStore({ db })
  closing.add(() => documents.close())
  // Nothing is written before all checks have passed.
  await readForm(db)
  await refuseUnmigratedData(config, { db, documents })
  const vault = await createMongoVault({ db, rootKey: secrets()[0]!, readSecrets: secrets })
  closing.add(() => vault.close())
  await convertDocuments({ db, log, records: recordCollections })
  // A verification changes its counters, then appends its event.
  const rounds = createRounds()
  const counting = rounds.stage()
  const { events, chainLinks, archive, checks, place, guards } = await openLog(
    { ...opening, documents, appending: rounds.stage() },
    closing,
  )
  return {
    place: `${place} and MongoDB's ${db.databaseName}`,
    shared: true,
    secrets,
    derivationRoot: await vault.derivationRoot(),
    events,
    chainLinks,
    archive,
    documents,
    records: documents,
    vault,
    blobs: await createGridFsBlobStore({ db, vault, clock }),
    checks,
    guards: [createDocumentGuard(documents, `MongoDB's ${db.databaseName}`), ...guards],
    places: { log: `the log in ${place}`, vault: `MongoDB's ${db.databaseName}` },
    clients: [mongo.client],
    // Processes that serve requests leave the background work to workers.
    lead: config.ROLE === 'api' ? neverLeader : createLeases({ documents, holder: newId(), log }),
    async openWork(closing) {
      const serverClock = await createServerClock(db)
      const jobs = createMongoAgendaBackend({ db, clock: serverClock })
      closing.add(() => jobs.disconnect())
      const [quotas, credits, limiter] = await Promise.all([
        createMongoLedger({ db, collection: 'quotas', stage: counting }),
        createMongoLedger({ db, collection: 'credits', idleMs: CREDITS_IDLE_MS }),
        createMongoLimiter({ db, clock: serverClock, stage: counting }),
      ])
      return { jobs, quotas, credits, limiter, clock: serverClock }
    },
  }
}

async function openLog(
  {
    config,
    exclusive,
    clock,
    log,
    documents,
    appending,
    acceptsLoss = false,
  }: StoreOptions & { readonly documents: DocumentStore; readonly appending: Stage },
  closing: Resources,
): Promise<Pick<Stores, 'events' | 'chainLinks' | 'archive' | 'checks' | 'place' | 'guards'>> {
  if (config.KURRENTDB_URL) {
    const { openKurrentdbLog } = await import('../kurrentdbLog.js')
    const { KURRENTDB_URL: url, KURRENTDB_STREAM_PREFIX: prefix } = config
    const events = await openKurrentdbLog({ url, prefix, documents, log, stage: appending })
    closing.add(() => events.close())
    return {
      events: withSharedSubscription(events),
      chainLinks: createDocumentChainLinks(documents),
      archive: undefined,
      // MongoDB and KurrentDB check what they read.
      checks: { files: [], others: [] },
      place: 'KurrentDB',
      guards: [],
    }
  }
  const { path, paths, release } = openDataDirectory(config.DATA_DIR, {
    hold: exclusive && 'together',
    secret: config.SECRET_KEY,
    keeps: acceptsLoss ? [] : ['events'],
  })
  closing.add(release)
  return {
    ...(await openLmdbLog(
      { path: paths.events, archive: await segmentFilesOf(config, paths.events), clock, log },
      closing,
    )),
    checks: { files: [fileCheck(paths.events)], others: [] },
    place: path,
    guards: [createFileGuard(paths.format)],
  }
}
