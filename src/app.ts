import { openDataDirectory } from './adapters/dataDirectory/dataDirectory.js'
import { createCachingResolver } from './adapters/dns/cachingResolver.js'
import { createResolver } from './adapters/dns/resolver.js'
import { createLmdbDocumentStore } from './adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from './adapters/eventstore/lmdb/eventStore.js'
import { createMemoryLedger } from './adapters/ledger/memory.js'
import { createMemoryLimiter } from './adapters/limiter/memory.js'
import { createPinoLog } from './adapters/log/pino.js'
import { createLmdbVault } from './adapters/vault/vault.js'
import type { Config } from './config.js'
import { createEventing } from './eventing/eventing.js'
import { accountProjections, createAccounts } from './features/accounts/index.js'
import {
  createVerdictEngine,
  createVerification,
  parseMailbox,
  verificationProjections,
} from './features/verification/index.js'
import { loadContract } from './http/contract/contract.js'
import { createDiagnose } from './http/diagnose.js'
import { createHealth } from './http/health.js'
import { listen } from './http/server.js'
import { systemClock } from './kernel/clock.js'
import { VERSION } from './version.js'

/** A synchronous batch answers within this. */
const BATCH_DEADLINE_MS = 30_000
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
  const projections = [...accountProjections, ...verificationProjections]
  const flow = await createEventing({ store, documents, projections, clock, log })
  const { eventing, runner } = flow
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
    eventing,
    accounts,
    projections: { names: flow.names, status: runner.status, rebuild: flow.rebuild, verify: flow.verify },
    stores: { event_store: () => store.ready(), documents: () => documents.ready(), vault: () => vault.ready() },
    async close(): Promise<void> {
      await accounts.close().catch((error: unknown) => log.warn({ error }, 'last uses of keys were not written'))
      await runner.stop()
      await closeStores()
    },
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>

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
  const { clock, log, eventing, accounts } = house
  const resolver = openResolver(config)
  const limiter = createMemoryLimiter({ clock })
  const verification = createVerification({
    eventing,
    engine: createVerdictEngine({ resolver, clock, budgetMs: routeBudget(config) }),
    ledger: createMemoryLedger(),
    clock,
    deadlineMs: config.VERIFY_DEADLINE_MS,
    batchDeadlineMs: BATCH_DEADLINE_MS,
  })
  const close = async () => {
    await house.close()
    await resolver.close()
  }
  try {
    const health = createHealth({
      version: VERSION,
      stores: house.stores,
      models: house.projections.status,
      now: clock.now,
    })
    const diagnose = createDiagnose(config, clock.now)
    const server = await listen(
      {
        contract,
        services: { accounts, verification, health, diagnose },
        limiter,
        clock,
        log,
        baseUrl: config.BASE_URL,
        creationsPerHour: config.ACCOUNT_CREATIONS_PER_HOUR,
        trustProxy: config.TRUST_PROXY,
        corsOrigins: config.CORS_ORIGINS ?? [],
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
