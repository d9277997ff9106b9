// Opens what the service and operator's commands share: stores, event handling, accounts.
import { createPinoLog } from '../adapters/log/pino.js'
import { createOverview } from '../api/admin/overview.js'
import type { Config } from '../config.js'
import { eventTypes } from '../eventCategories.js'
import { createDropSnapshots } from '../eventing/asOf/past.js'
import { createEventing } from '../eventing/eventing.js'
import { createCheckLog } from '../eventing/logCheck/check.js'
import { createCheckStores } from '../eventing/logCheck/checkStores.js'
import { createLastCheck } from '../eventing/logCheck/lastCheck.js'
import type { OnProgress } from '../eventing/rebuild.js'
import { createSetAside, listSetAside, withSetAside } from '../eventing/setAside.js'
import { withUpcasters } from '../eventing/upcast.js'
import { createAccounts } from '../features/accounts/index.js'
import { createMailboxRecords } from '../features/mailboxes/index.js'
import { createPoolForgetting } from '../features/pool/index.js'
import { createListStore, createListUse, describeLists, parseMailbox } from '../features/verification/index.js'
import { createListDisabled, createRemovePendingDeliveries, createWebhookList } from '../features/webhooks/index.js'
import { newSystemActor } from '../kernel/actor.js'
import { systemClock } from '../kernel/clock.js'
import { createKeyDerivation } from '../kernel/crypto/keyDerivation.js'
import { Failure } from '../kernel/failure.js'
import { type Resources, withResources } from '../kernel/resources.js'
import { MINUTE_MS } from '../kernel/time.js'
import { instrumentAppends } from '../observability/instrumentation/appends.js'
import { instrumentProjections } from '../observability/instrumentation/projections.js'
import { countReplacements } from '../observability/instrumentation/storeClients.js'
import { openTracing } from '../observability/openTracing.js'
import { upcasters } from '../upcasters.js'
import { bringUpToDate, FAR_BEHIND_EVENTS } from './bringUpToDate.js'
import { createErasing } from './erasure.js'
import { createForgetAgain } from './forgetting.js'
import { openGuard } from './guard/guard.js'
import { openStores as openConfiguredStores } from './openStores.js'
import { projections } from './projections.js'
import { prepareForRestoredLog, refuseUnready } from './restoredLog.js'
import { verifyInScratch } from './scratch.js'
import type { StartProgress } from './startProgress.js'

/** How long an operator's command waits until the read models have caught up with the log. */
const CATCH_UP_TIMEOUT_MS = MINUTE_MS

export interface ContainerOptions {
  /** Locks the data directory against a second service; operator's commands do not. */
  readonly exclusive: boolean
  /** How long an operator's command waits until the read models have reached the head of the log (default: a minute). */
  readonly catchUpMs?: number
  /** Leaves the read models as they are, for a command that needs only the log: they may be what cannot be rebuilt. */
  readonly logOnly?: boolean
  /** Rebuilds read models that are not of this log, as services do; other commands refuse to run beside them. */
  readonly rebuildsForeign?: boolean
  /** Whether the service is restarted because its log was replaced. */
  readonly isRestart?: boolean
  /** Called while the read models are brought up to date at start. */
  readonly onProgress?: (progress: StartProgress) => void
  /** Default: the stores of the configured deployment. */
  readonly openStores?: typeof openConfiguredStores | undefined
}

/** Opens what services and operator's commands share: stores, event handling, accounts. */
export const createContainer = (config: Config, options: ContainerOptions) =>
  withResources((closing) => buildContainer(config, options, closing))

async function buildContainer(
  config: Config,
  {
    exclusive,
    catchUpMs = CATCH_UP_TIMEOUT_MS,
    logOnly = false,
    rebuildsForeign = exclusive,
    isRestart = false,
    onProgress,
    openStores = openConfiguredStores,
  }: ContainerOptions,
  closing: Resources,
) {
  const clock = systemClock
  const log = createPinoLog(config.LOG_LEVEL)
  const stores = await openStores({ config, exclusive, clock, log }, closing)
  const { place, shared, derivationRoot, events, documents, records, vault, blobs, clients, lead, openWork } = stores
  const guard = await openGuard({ stores, log, isRestart })
  const appends = instrumentAppends(events)
  const tracing = exclusive ? await openTracing({ config, log }, closing) : undefined
  const readable = await withSetAside(tracing?.store(appends.store) ?? appends.store, log)
  const store = withUpcasters(guard.guarded(readable), upcasters, eventTypes)
  const flow = await createEventing({ store, documents, records, projections, clock, log, lead })
  const { eventing, runner } = flow
  const lastCheck = createLastCheck(documents, clock)
  const checkLog = createCheckLog({
    store,
    links: stores.chainLinks,
    setAside: async () => (await listSetAside(store)).map(({ position }) => position),
  })
  const deriveKey = createKeyDerivation(derivationRoot)
  const isMailbox = (text: string) => parseMailbox(text).ok
  const accounts = createAccounts({
    eventing,
    documents,
    vault,
    clock,
    log,
    isMailbox,
    registration: config.REGISTRATION,
    deriveKey,
    confirmsEmail: config.SMTP_URL !== undefined,
  })

  const pools = createPoolForgetting({ eventing, deriveKey })
  const mailboxRecords = createMailboxRecords({ eventing, deriveKey, clock })
  const forgetAgain = createForgetAgain({ pools, mailboxes: mailboxRecords })

  const dropSnapshots = createDropSnapshots({ store, documents })
  const removePendingDeliveries = createRemovePendingDeliveries({ documents })
  if (!logOnly) {
    if (!rebuildsForeign) await refuseUnready(runner)
    const prepare = () =>
      prepareForRestoredLog({
        flow,
        records,
        log,
        repeatErasure,
        repeatForgetting: (forgotten) => forgetAgain(forgotten, newSystemActor()),
        dropSnapshots,
        removePendingDeliveries,
      })
    // A command that rebuilds read models need not catch them up first.
    const farBehindEvents = exclusive ? FAR_BEHIND_EVENTS : Infinity
    await bringUpToDate(flow, { role: config.ROLE, shared, lead, log, prepare, onProgress, farBehindEvents })
  }
  if (exclusive) guard.keep(closing)
  closing.add(() => runner.stop())
  closing.add(() =>
    accounts
      .close()
      .catch((error: unknown) => log.warn({ error }, 'the last-used times of API keys could not be saved')),
  )
  if (!logOnly) runner.start()
  if (!logOnly && !exclusive && catchUpMs > 0) await runner.waitForPosition(await store.head(), flow.names, catchUpMs)

  /** Erases an account again after the log was restored from a copy without the erasure. An unknown account is skipped. */
  async function repeatErasure(id: string): Promise<void> {
    try {
      await accounts.eraseAccount(id, newSystemActor())
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'NOT_FOUND')) throw error
    }
  }

  return {
    place,
    shared,
    clock,
    log,
    store,
    documents,
    records,
    vault,
    blobs,
    lead,
    openWorkStores: openWork,
    deriveKey,
    eventing,
    accounts,
    erasing: createErasing({
      eventing,
      documents,
      blobs,
      accounts,
      clock,
      log,
      models: flow.names,
      dropSnapshots,
    }),
    getOverview: createOverview({
      listUse: createListUse({ eventing }),
      listDisabled: createListDisabled({ eventing }),
      accounts,
      readModels: runner.status,
      describeLists: () => describeLists(createListStore({ documents }), clock),
      clock,
    }),
    listWebhooks: createWebhookList({ eventing, documents, vault }),
    forgetAddress: pools.forgetAddress,
    forgetAgain,
    mailboxRecords,
    tracing,
    metrics: [...appends.families, ...instrumentProjections(runner.status), countReplacements(clients)],
    /** Aborted when the client of a store hangs for good: only a restart of the process can help. */
    hung: AbortSignal.any(clients.map(({ hung }) => hung)),
    setAside: createSetAside({ store, handle: eventing.handle }),
    listSetAside: () => listSetAside(store),
    checkStores: createCheckStores({ checkLog, ...stores.checks, lastCheck }),
    lastCheck,
    chainLinks: stores.chainLinks,
    /** Whether the log is still the one that the read models were folded from. */
    logIdentity: runner.identity,
    projections: {
      names: flow.names,
      status: runner.status,
      rebuild: flow.rebuild,
      verify: (names: readonly string[], onProgress?: OnProgress) => verifyInScratch(flow, names, onProgress),
    },
  }
}

export type Container = Awaited<ReturnType<typeof createContainer>>
