import { setTimeout as sleep } from 'node:timers/promises'
import { createPinoLog } from '../adapters/log/pino.js'
import type { Config } from '../config.js'
import { createEventing } from '../eventing/eventing.js'
import { withUpcasters } from '../eventing/upcast.js'
import { createAccounts } from '../features/accounts/index.js'
import { createDropPoolPast, createPoolForgetting } from '../features/pool/index.js'
import { parseMailbox } from '../features/verification/index.js'
import { systemClock } from '../kernel/clock.js'
import { createKeyDerivation } from '../kernel/crypto/keyDerivation.js'
import { Failure } from '../kernel/failure.js'
import { newId } from '../kernel/ids.js'
import { type Resources, withResources } from '../kernel/resources.js'
import { instrumentAppends } from '../observability/instrumentation/appends.js'
import { instrumentProjections } from '../observability/instrumentation/projections.js'
import { openTracing } from '../observability/openTracing.js'
import { upcasters } from '../upcasters.js'
import { createErasing } from './erasure.js'
import { openStores } from './openStores.js'
import { projections } from './projections.js'

/** What a command of the operator waits for, until read models are as far as the log. */
const CATCH_UP_MS = 60_000
/** How often a process that rebuilds nothing looks whether others have. */
const REBUILT_POLL_MS = 1_000

/**
 * Opens the stores, the event flow and the accounts.
 * @param options.exclusive holds the data directory against a second service; the operator's commands do not
 */
export const createContainer = (config: Config, options: { exclusive: boolean }) =>
  withResources((closing) => buildContainer(config, options, closing))

async function buildContainer(config: Config, { exclusive }: { exclusive: boolean }, closing: Resources) {
  const clock = systemClock
  const log = createPinoLog(config.LOG_LEVEL)
  const { place, shared, secret, events, documents, vault, blobs, lead, openWork } = await openStores(
    { config, exclusive, clock, log },
    closing,
  )
  const appends = instrumentAppends(events)
  const tracing = exclusive ? await openTracing({ config, log }, closing) : undefined
  const store = withUpcasters(tracing?.store(appends.store) ?? appends.store, upcasters)
  const flow = await createEventing({ store, documents, projections, clock, log, lead })
  const { eventing, runner } = flow
  const deriveKey = createKeyDerivation(secret)
  const isMailbox = (text: string) => parseMailbox(text).ok
  const accounts = createAccounts({ eventing, documents, vault, clock, log, isMailbox })

  const lost = await flow.lostErasures()
  await bringUpToDate()
  closing.add(() => runner.stop())
  closing.add(() =>
    accounts.close().catch((error: unknown) => log.warn({ error }, 'last uses of keys were not written')),
  )
  runner.start()
  for (const id of lost) await eraseOnceMore(id)
  if (!exclusive) await runner.follow(await store.head(), flow.names, CATCH_UP_MS)

  /** The log was set back to a copy that does not know of it yet. What it does not know at all has nothing to erase. */
  async function eraseOnceMore(id: string): Promise<void> {
    const commandId = newId()
    try {
      await accounts.eraseAccount(id, { id: 'system', correlationId: commandId, commandId })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }

  /** Of several processes that begin with a new version, the first to have rebuilt a model has done it for all. */
  async function bringUpToDate(): Promise<void> {
    for (;;) {
      const outdated = await runner.outdated()
      if (outdated.length === 0) return
      log.info({ models: outdated }, 'read models that do not fit the program or the log are rebuilt')
      if (!shared) return void (await flow.rebuild(outdated))
      if (config.ROLE === 'api') await sleep(REBUILT_POLL_MS)
      else await flow.rebuild(outdated).catch((error: unknown) => log.warn({ error }, 'a rebuild was not needed'))
      await runner.lookForFlips()
    }
  }

  return {
    place,
    shared,
    clock,
    log,
    store,
    documents,
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
      dropSnapshots: createDropPoolPast({ store, documents }),
    }),
    forgetAddress: createPoolForgetting({ eventing, deriveKey }),
    tracing,
    metrics: [...appends.families, ...instrumentProjections(runner.status)],
    projections: { names: flow.names, status: runner.status, rebuild: flow.rebuild, verify: flow.verify },
  }
}

export type Container = Awaited<ReturnType<typeof createContainer>>
