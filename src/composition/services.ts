import { createJobRunner } from '../adapters/agenda/jobs.js'
import { createOutbound } from '../adapters/outbound/outbound.js'
import { compactResults } from '../api/batches/present.js'
import { createIdempotency } from '../api/idempotency/idempotency.js'
import { answerOf } from '../api/verification/present.js'
import type { Config } from '../config.js'
import { createFeed } from '../eventing/feed.js'
import { createReactors } from '../eventing/reactors.js'
import { BATCH_CHANGES, createBatches, MAX_CONCURRENT_BATCHES, RUN_BATCH } from '../features/batches/index.js'
import {
  createPool,
  createPoolAsOf,
  createRateLimitedAsOf,
  createWatchPoolActivity,
  POOL_CHANGES,
} from '../features/pool/index.js'
import { createVerdictEngine, createVerification } from '../features/verification/index.js'
import { createWebhooks, DELIVER } from '../features/webhooks/index.js'
import type { Resources } from '../kernel/resources.js'
import { instrumentDns } from '../observability/instrumentation/dns.js'
import { instrumentJobs } from '../observability/instrumentation/jobs.js'
import { instrumentLimits } from '../observability/instrumentation/limits.js'
import { instrumentMailRoutes } from '../observability/instrumentation/mailRoutes.js'
import { instrumentPool } from '../observability/instrumentation/pool.js'
import { instrumentReactors } from '../observability/instrumentation/projections.js'
import { instrumentWebhooks, watchReceivers } from '../observability/instrumentation/webhooks.js'
import { VERSION } from '../version.js'
import type { Container } from './container.js'
import { namingOf, openResolver, routeBudget } from './engine.js'
import { createErasureReactor, FORGET_ACCOUNT } from './erasure.js'
import { createSweep, SWEEP } from './sweep.js'

/** A synchronous batch answers within this. */
const BATCH_DEADLINE_MS = 30_000
/** A synchronous call of an agent does. */
const AGENT_DEADLINE_MS = 60_000
/** Once the service is told to stop, synchronous batches answer with what they have by then. */
const HURRY_MS = 7_000
/** Endpoints that are sent to at once, shared between accounts: each has five attempts under way at most. */
const ENDPOINTS_AT_ONCE = 100

/** What callers ask for, and the jobs and reactors that go on by themselves. */
export async function startServices(config: Config, house: Container, closing: Resources) {
  const { clock, log, shared, store, documents, vault, blobs, lead, deriveKey, eventing, accounts, erasing } = house
  const { jobs: backend, credits, ...stores } = await house.openWorkStores(closing)
  const limits = instrumentLimits()
  const limiter = limits.limiter(stores.limiter)
  const dns = instrumentDns()
  const resolver = openResolver(config, dns, house.tracing, log)
  closing.add(() => resolver.close())
  const jobs = await createJobRunner({ backend, log })
  const feed = createFeed({ store, types: [...BATCH_CHANGES, ...POOL_CHANGES], log })
  closing.add(() => feed.close())
  const outbound = createOutbound({ resolver, allowedSubnets: config.WEBHOOK_ALLOWED_SUBNETS ?? [] })
  closing.add(() => outbound.close())
  const hurry = new AbortController()

  const routes = instrumentMailRoutes(createVerdictEngine({ resolver, clock, budgetMs: routeBudget(config) }))
  const { engine } = routes
  const naming = namingOf(config, engine)
  const { pool, families: poolMetrics } = instrumentPool(
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
  const poolPast = createPoolAsOf({ store, documents, clock, log, deriveKey, erased: eventing.erased, ...naming })
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
  const outcomes = instrumentWebhooks()
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
      { name: RUN_BATCH, concurrency: MAX_CONCURRENT_BATCHES, handler: batches.runBatch },
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
    poolPast: createRateLimitedAsOf({ past: poolPast, limiter, clock }),
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
      ...instrumentReactors(reactors.status),
      watchReceivers(webhooks.receiversTimingOut),
      ...instrumentJobs(jobs.counts, jobs.slots),
    ],
    /** Ends what goes on by itself, and has what callers wait for end soon. They are still answered. */
    async stop(): Promise<void> {
      const timer = setTimeout(() => hurry.abort(), HURRY_MS)
      closing.add(() => clearTimeout(timer))
      await Promise.all([reactors.stop(), jobs.stop()])
    },
  }
}
