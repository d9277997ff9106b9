import { createLmdbAgendaBackend } from './adapters/agenda/lmdb/backend.js'
import { createDiskBlobStore } from './adapters/blobs/disk.js'
import { openDataDirectory } from './adapters/dataDirectory/dataDirectory.js'
import { createCachingResolver } from './adapters/dns/cachingResolver.js'
import { createResolver } from './adapters/dns/resolver.js'
import { createLmdbDocumentStore } from './adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from './adapters/eventstore/lmdb/eventStore.js'
import { createMemoryLedger } from './adapters/ledger/memory.js'
import { createMemoryLimiter } from './adapters/limiter/memory.js'
import { createPinoLog } from './adapters/log/pino.js'
import { createOutbound } from './adapters/outbound/outbound.js'
import { createLmdbVault } from './adapters/vault/vault.js'
import type { Config } from './config.js'
import { createEventing } from './eventing/eventing.js'
import { createFeed } from './eventing/feed.js'
import { createReactors } from './eventing/reactors.js'
import { accountProjections, createAccounts } from './features/accounts/index.js'
import { BATCH_CHANGES, batchProjections, createBatches, RUN_BATCH } from './features/batches/index.js'
import { createPool, createWatchPoolActivity, POOL_CHANGES, poolProjections } from './features/pool/index.js'
import {
  createVerdictEngine,
  createVerification,
  parseMailbox,
  verificationProjections,
} from './features/verification/index.js'
import { createWebhooks, DELIVER, webhookProjections } from './features/webhooks/index.js'
import { mountGraphql } from './graphql/mount.js'
import { loadContract } from './http/contract/contract.js'
import { createDiagnose } from './http/diagnose.js'
import { createHealth } from './http/health.js'
import { createIdempotency } from './http/idempotency.js'
import { listen } from './http/server.js'
import { answerOf } from './http/shapes/answerOf.js'
import { compactResults } from './http/shapes/compactResults.js'
import { createJobs } from './jobs/jobs.js'
import { createSweep, SWEEP } from './jobs/sweep.js'
import { systemClock } from './kernel/clock.js'
import { createKeyDerivation } from './kernel/keyDerivation.js'
import { VERSION } from './version.js'

/** A synchronous batch answers within this. */
const BATCH_DEADLINE_MS = 30_000
/** A synchronous call of an agent does. */
const AGENT_DEADLINE_MS = 60_000
/** Batches that run at once: so many that a small one never waits for large ones. */
const BATCHES_AT_ONCE = 50
/** Webhooks that are sent to at once. */
const ENDPOINTS_AT_ONCE = 50
/** Answers of DNS that are kept. */
const MAX_DNS_ANSWERS = 200_000
/** What a command of the operator waits for, until read models are as far as the log. */
const CATCH_UP_MS = 60_000

/** DNS, from the cache where it can be. */
const openResolver = ({ DNS_SERVERS, DNS_TIMEOUT_MS }: Config) =>
  createCachingResolver(createResolver({ servers: DNS_SERVERS, timeoutMs: DNS_TIMEOUT_MS }), {
    maxEntries: MAX_DNS_ANSWERS,
    clock: systemClock,
  })

/** A route takes an MX look-up and those of its targets: two in a row. */
const routeBudget = ({ DNS_TIMEOUT_MS }: Config): number => 2 * DNS_TIMEOUT_MS

/** The verdict engine by itself, without any store. */
export function openEngine(config: Config) {
  const resolver = openResolver(config)
  return {
    ...createVerdictEngine({ resolver, clock: systemClock, budgetMs: routeBudget(config) }),
    close: () => resolver.close(),
  }
}

/**
 * Opens the stores, the event flow and the accounts.
 * @param options.exclusive holds the data directory against a second service; the operator's commands do not
 */
export async function openHouse(config: Config, { exclusive }: { exclusive: boolean }) {
  const clock = systemClock
  const log = createPinoLog(config.LOG_LEVEL)
  const directory = openDataDirectory(config.DATA_DIR, { hold: exclusive, secret: config.SECRET_KEY })
  const store = createLmdbEventStore({ path: directory.paths.events, clock })
  const documents = createLmdbDocumentStore({ path: directory.paths.documents })
  const vault = createLmdbVault({ path: directory.paths.vault, rootKey: directory.secret })
  const closeStores = async () => {
    await Promise.all([store.close(), documents.close(), vault.close()])
    directory.release()
  }
  const projections = [
    ...accountProjections,
    ...poolProjections,
    ...verificationProjections,
    ...batchProjections,
    ...webhookProjections,
  ]
  const flow = await createEventing({ store, documents, projections, clock, log })
  const { eventing, runner } = flow
  const deriveKey = createKeyDerivation(directory.secret)
  const isMailbox = (text: string) => parseMailbox(text).ok
  const accounts = createAccounts({ eventing, documents, vault, clock, log, isMailbox })

  const outdated = await runner.outdated()
  if (outdated.length > 0) {
    log.info({ models: outdated }, 'read models that do not fit the program or the log are rebuilt')
    await flow.rebuild(outdated)
  }
  runner.start()
  if (!exclusive) await runner.follow(await store.head(), flow.names, CATCH_UP_MS)

  return {
    clock,
    log,
    directory,
    store,
    documents,
    vault,
    deriveKey,
    eventing,
    accounts,
    projections: { names: flow.names, status: runner.status, rebuild: flow.rebuild, verify: flow.verify },
    async close(): Promise<void> {
      await accounts.close().catch((error: unknown) => log.warn({ error }, 'last uses of keys were not written'))
      await runner.stop()
      await closeStores()
    },
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>

/** What callers ask for, and the jobs and reactors that go on by themselves. */
async function openWork(config: Config, house: House) {
  const { clock, log, directory, store, documents, vault, deriveKey, eventing, accounts } = house
  const resolver = openResolver(config)
  const blobs = createDiskBlobStore({ path: directory.paths.blobs, vault, clock })
  const backend = createLmdbAgendaBackend({ path: directory.paths.jobs, exclusive: true })
  const jobs = await createJobs({ backend, log })
  const feed = createFeed({ store, types: [...BATCH_CHANGES, ...POOL_CHANGES], log })
  const outbound = createOutbound({ resolver, allowedSubnets: config.WEBHOOK_ALLOWED_SUBNETS ?? [] })

  const engine = createVerdictEngine({ resolver, clock, budgetMs: routeBudget(config) })
  const pool = createPool({
    eventing,
    ledger: createMemoryLedger(),
    clock,
    deriveKey,
    accounts,
    minContributors: config.POOL_MIN_CONTRIBUTORS,
    domainMinAddresses: config.POOL_DOMAIN_MIN_ADDRESSES,
    domainMinContributors: config.POOL_DOMAIN_MIN_CONTRIBUTORS,
    isBigProvider: engine.isBigProvider,
  })
  const verification = createVerification({
    eventing,
    vault,
    engine,
    pool,
    ledger: createMemoryLedger(),
    clock,
    deadlineMs: config.VERIFY_DEADLINE_MS,
    batchDeadlineMs: BATCH_DEADLINE_MS,
    agentDeadlineMs: AGENT_DEADLINE_MS,
  })
  const { judge, quota, subscribersChanged } = verification
  const { problemOf: problemOfUrl } = outbound
  const batches = createBatches({
    eventing,
    feed,
    blobs,
    vault,
    jobs,
    clock,
    deriveKey,
    accounts,
    judge,
    quota,
    problemOfUrl,
  })
  const webhooks = createWebhooks({
    eventing,
    documents,
    vault,
    outbound,
    jobs,
    clock,
    log,
    deriveKey,
    random: Math.random,
    version: VERSION,
    baseUrl: config.BASE_URL ?? `http://localhost:${config.PORT}`,
    answerOf,
    batchOf: async (id, seen) => {
      const ended = await batches.getEndedBatch(id, seen)
      return ended && { ...ended, results: () => ended.rows && compactResults(ended.rows) }
    },
    subscribersChanged,
  })
  const idempotency = createIdempotency({ documents, vault, clock, log })

  const reactors = createReactors({ store, documents, reactors: [webhooks.reactor, pool.reactor], clock, log })
  const sweep = createSweep([batches.sweepBatches, webhooks.sweepDeliveries, idempotency.sweepIdempotency])
  await jobs.start([
    { name: RUN_BATCH, concurrency: BATCHES_AT_ONCE, handler: batches.runBatch },
    { name: DELIVER, concurrency: ENDPOINTS_AT_ONCE, handler: webhooks.deliver },
    { name: SWEEP, concurrency: 1, handler: sweep },
  ])
  await jobs.enqueue(SWEEP, 'all')
  await reactors.start()

  return {
    services: { accounts, pool, verification, batches, webhooks },
    watchPoolActivity: createWatchPoolActivity({ feed }),
    idempotency,
    stores: {
      event_store: () => store.ready(),
      documents: () => documents.ready(),
      vault: () => vault.ready(),
      jobs: () => backend.ready(),
      blobs: () => blobs.ready(),
    },
    reactors: reactors.status,
    async close(): Promise<void> {
      feed.close()
      await Promise.all([reactors.stop(), jobs.stop()])
      await outbound.close()
      await backend.disconnect()
      await resolver.close()
    },
  }
}

export interface Service {
  readonly url: string
  readonly house: House
  /** Answers what it was asked, then closes everything. */
  stop(): Promise<void>
}

/** The whole service. */
export async function serve(config: Config): Promise<Service> {
  const contract = loadContract()
  const house = await openHouse(config, { exclusive: true })
  const { clock, log } = house
  let work: Awaited<ReturnType<typeof openWork>> | undefined
  const close = async () => {
    await work?.close()
    await house.close()
  }
  try {
    work = await openWork(config, house)
    const health = createHealth({
      version: VERSION,
      stores: work.stores,
      models: house.projections.status,
      reactors: work.reactors,
      now: clock.now,
    })
    const { watchPoolActivity } = work
    const server = await listen(
      {
        contract,
        services: { ...work.services, health, diagnose: createDiagnose(config, clock.now) },
        idempotency: work.idempotency,
        limiter: createMemoryLimiter({ clock }),
        clock,
        log,
        baseUrl: config.BASE_URL,
        creationsPerHour: config.ACCOUNT_CREATIONS_PER_HOUR,
        trustProxy: config.TRUST_PROXY,
        corsOrigins: config.CORS_ORIGINS ?? [],
        mount: (host) => mountGraphql({ ...host, watchPoolActivity }),
      },
      config.HOST,
      config.PORT,
    )
    return {
      url: server.url,
      house,
      async stop() {
        await server.stop()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
