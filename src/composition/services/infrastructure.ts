// Opens what the features of a service share.
import { createJobRunner } from '../../adapters/agenda/jobs.js'
import { createMemoryLimiter } from '../../adapters/limiter/memory.js'
import { createOutbound } from '../../adapters/outbound/outbound.js'
import type { Config } from '../../config.js'
import { createFeed } from '../../eventing/feed.js'
import { BACKTEST_CHANGES } from '../../features/backtests/index.js'
import { BATCH_CHANGES } from '../../features/batches/index.js'
import { POOL_CHANGES } from '../../features/pool/index.js'
import { createListStore, createVerdictEngine, loadLists } from '../../features/verification/index.js'
import type { Resources } from '../../kernel/resources.js'
import { instrumentDns } from '../../observability/instrumentation/dns.js'
import { instrumentLimits } from '../../observability/instrumentation/limits.js'
import { instrumentLists } from '../../observability/instrumentation/lists.js'
import { instrumentMailboxes } from '../../observability/instrumentation/mailboxes.js'
import { instrumentMailRoutes } from '../../observability/instrumentation/mailRoutes.js'
import type { Container } from '../container.js'
import { namingPolicyOf, openResolver, routeBudget } from '../engine.js'
import { followLists } from '../lists.js'
import { openMailboxes } from '../mailboxes.js'

/** Client addresses whose failed authentications are counted concurrently. */
const MAX_FAILING_CLIENTS = 50_000

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>

/** What the features of a service share: limits and quotas, DNS and the verdict engine, jobs, outbound HTTP. */
export async function openInfrastructure(config: Config, container: Container, closing: Resources) {
  const { clock, log, store } = container
  const { jobs: backend, credits, ...stores } = await container.openWorkStores(closing)
  const limits = instrumentLimits()
  const dns = instrumentDns()
  const resolver = openResolver(config, dns, container.tracing, log)
  closing.add(() => resolver.close())
  const jobs = await createJobRunner({ backend, log })
  const feed = createFeed({ store, types: [...BATCH_CHANGES, ...POOL_CHANGES, ...BACKTEST_CHANGES], log })
  closing.add(() => feed.close())
  const outbound = createOutbound({ resolver, allowedSubnets: config.WEBHOOK_ALLOWED_SUBNETS ?? [] })
  closing.add(() => outbound.close())
  const embedded = loadLists()
  const engine = createVerdictEngine({ resolver, clock, budgetMs: routeBudget(config), lists: embedded })
  const listStore = createListStore({ documents: container.documents })
  const lists = await followLists(config, { store: listStore, embedded, engine, clock, log }, closing)
  const listMetrics = instrumentLists(lists.inUse, clock)
  const routes = instrumentMailRoutes(engine)
  const limiter = limits.limiter(stores.limiter)
  const { deriveKey, mailboxRecords } = container
  const { documents, shared } = container
  const sharing = { documents, isAlone: !shared, clock: stores.clock, deriveKey }
  const asking = await openMailboxes(
    config,
    { resolver, limiter, memory: mailboxRecords.memory, sharing, clock, instrument: instrumentMailboxes },
    closing,
  )
  return {
    backend,
    credits,
    limiter,
    /** Counts failed authentications of this process. */
    failures: limits.localLimiter(createMemoryLimiter({ clock, maxWindows: MAX_FAILING_CLIENTS })),
    quotas: limits.quotas(stores.quotas),
    jobs,
    feed,
    resolver,
    outbound,
    engine: routes.engine,
    decideAgain: engine.decideAgain,
    listStore,
    listsInUse: lists.inUse,
    countListUpdate: listMetrics.count,
    naming: namingPolicyOf(config, routes.engine),
    /** Undefined while MAILBOX_CHECKS is off. */
    mailboxes: asking?.mailboxes,
    families: [
      ...dns.families,
      ...routes.families,
      ...limits.families,
      ...listMetrics.families,
      ...(asking?.families ?? []),
    ],
  }
}
