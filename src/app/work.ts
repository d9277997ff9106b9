import { createOutbound } from '../adapters/outbound/outbound.js'
import type { Config } from '../config.js'
import { createFeed } from '../eventing/feed.js'
import { createReactors } from '../eventing/reactors.js'
import { BATCH_CHANGES, BATCHES_AT_ONCE, createBatches, RUN_BATCH } from '../features/batches/index.js'
import {
  createAskPoolPast,
  createPool,
  createPoolPast,
  createWatchPoolActivity,
  POOL_CHANGES,
} from '../features/pool/index.js'
import { createVerdictEngine, createVerification } from '../features/verification/index.js'
import { createWebhooks, DELIVER } from '../features/webhooks/index.js'
import { createIdempotency } from '../http/idempotency.js'
import { answerOf } from '../http/shapes/answerOf.js'
import { compactResults } from '../http/shapes/compactResults.js'
import { createJobs } from '../jobs/jobs.js'
import { createSweep, SWEEP } from '../jobs/sweep.js'
import type { Closing } from '../kernel/closing.js'
import { VERSION } from '../version.js'
import { namingOf, openResolver, routeBudget } from './engine.js'
import { createErasureReactor, FORGET_ACCOUNT } from './erasing.js'
import type { House } from './house.js'
import { watchDns } from './watching/dns.js'
import { watchReactors } from './watching/followers.js'
import { watchJobs } from './watching/jobs.js'
import { watchLimits } from './watching/limits.js'
import { watchPool } from './watching/pool.js'
import { watchRoutes } from './watching/routes.js'
import { watchReceivers, watchWebhooks } from './watching/webhooks.js'

/** A synchronous batch answers within this. */
const BATCH_DEADLINE_MS = 30_000
/** A synchronous call of an agent does. */
const AGENT_DEADLINE_MS = 60_000
/** Once the service is told to stop, synchronous batches answer with what they have by then. */
const HURRY_MS = 7_000
/** Endpoints that are sent to at once, shared between accounts: each has five attempts under way at most. */
const ENDPOINTS_AT_ONCE = 100

/** What callers ask for, and the jobs and reactors that go on by themselves. */
export async function openWork(config: Config, house: House, closing: Closing) {
  const { clock, log, shared, store, documents, vault, blobs, lead, deriveKey, eventing, accounts, erasing } = house
  const { jobs: backend, credits, ...stores } = await house.openWorkStores(closing)
  const limits = watchLimits()
  const limiter = limits.limiter(stores.limiter)
  const dns = watchDns()
  const resolver = openResolver(config, dns, house.tracing, log)
  closing.add(() => resolver.close())
  const jobs = await createJobs({ backend, log })
  const feed = createFeed({ store, types: [...BATCH_CHANGES, ...POOL_CHANGES], log })
  closing.add(() => feed.close())
  const outbound = createOutbound({ resolver, allowedSubnets: config.WEBHOOK_ALLOWED_SUBNETS ?? [] })
  closing.add(() => outbound.close())
  const hurry = new AbortController()

  const routes = watchRoutes(createVerdictEngine({ resolver, clock, budgetMs: routeBudget(config) }))
  const { engine } = routes
  const naming = namingOf(config, engine)
  const { pool, families: poolMetrics } = watchPool(
    createPool({
      eventing,
      ledger: credits,
      clock,
      deriveKey,
      accounts,
      minContributors: config.POOL_MIN_CONTRIBUTORS,
      ...naming,
    }),
  )
  const poolPast = createPoolPast({ store, documents, clock, log, deriveKey, erased: eventing.erased, ...naming })
  closing.add(() => poolPast.close())
  const verification = createVerification({
    eventing,
    vault,
    engine,
    pool,
    ledger: limits.quotas(stores.quotas),
    limiter,
    clock,
    deadlineMs: config.VERIFY_DEADLINE_MS,
    batchDeadlineMs: BATCH_DEADLINE_MS,
    agentDeadlineMs: AGENT_DEADLINE_MS,
    hurry: hurry.signal,
  })
  const { judge, quota, subscribersChanged } = verification
  const { problemOf: problemOfUrl } = outbound
  const batches = createBatches({
    eventing,
    feed,
    blobs,
    vault,
    jobs,
    limiter,
    clock,
    log,
    deriveKey,
    accounts,
    judge,
    quota,
    problemOfUrl,
  })
  const outcomes = watchWebhooks()
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
    downloadPathOf: batches.downloadPathOf,
    subscribersChanged,
    count: outcomes.count,
  })
  const idempotency = createIdempotency({ documents, vault, clock, log, deriveKey, alone: !shared })

  const reactors = createReactors({
    store,
    documents,
    reactors: [webhooks.reactor, pool.reactor, createErasureReactor(jobs)],
    clock,
    log,
    lead,
  })
  const sweep = createSweep(
    [batches.sweepBatches, webhooks.sweepDeliveries, idempotency.sweepIdempotency, poolPast.sweepSnapshots],
    () => jobs.enqueue(SWEEP, 'all'),
  )
  closing.add(() => sweep.stop())
  closing.add(() => jobs.stop())
  closing.add(() => reactors.stop())
  await erasing.eraseAgain()
  if (config.ROLE !== 'api') {
    await jobs.start([
      { name: RUN_BATCH, concurrency: BATCHES_AT_ONCE, handler: batches.runBatch },
      { name: DELIVER, concurrency: ENDPOINTS_AT_ONCE, handler: webhooks.deliver },
      { name: FORGET_ACCOUNT, concurrency: 1, handler: erasing.forgetAccount(jobs) },
      { name: SWEEP, concurrency: 1, handler: sweep.look },
    ])
    await jobs.enqueue(SWEEP, 'all')
  }
  await reactors.start()

  return {
    services: { accounts, pool, verification, batches, webhooks },
    watchPoolActivity: createWatchPoolActivity({ feed }),
    poolPast: createAskPoolPast({ past: poolPast, limiter, clock }),
    limiter,
    idempotency,
    stores: {
      event_store: () => store.ready(),
      documents: () => documents.ready(),
      vault: () => vault.ready(),
      jobs: () => backend.ready(),
      blobs: () => blobs.ready(),
    },
    reactors: reactors.status,
    jobProblems: jobs.problems,
    metrics: [
      ...dns.families,
      ...routes.families,
      ...poolMetrics,
      ...limits.families,
      ...outcomes.families,
      ...watchReactors(reactors.status),
      watchReceivers(webhooks.receiversTimingOut),
      ...watchJobs(jobs.counts, jobs.slots),
    ],
    /** Ends what goes on by itself, and has what callers wait for end soon. They are still answered. */
    async stop(): Promise<void> {
      const timer = setTimeout(() => hurry.abort(), HURRY_MS)
      closing.add(() => clearTimeout(timer))
      await Promise.all([reactors.stop(), jobs.stop()])
    },
  }
}
