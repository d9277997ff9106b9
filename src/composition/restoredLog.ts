// After the log was restored or replaced: refuses commands, or prepares the stores for a rebuild from it.
import { erasures } from '../eventing/erasureIndex.js'
import type { Flow } from '../eventing/eventing.js'
import { resetReactors } from '../eventing/reactors/checkpoints.js'
import { Failure } from '../kernel/failure.js'
import type { Log } from '../kernel/log.js'
import type { DocumentStore } from '../kernel/ports/documentStore.js'
import { FAR_BEHIND_EVENTS } from './bringUpToDate.js'
import { type Forgotten, lostForgettings } from './forgetting.js'

/** Deliveries that are named in the log. */
const MAX_NAMED = 20

/** @throws Failure SERVICE_UNAVAILABLE when a command could only answer wrongly from the read models */
export async function refuseUnready(runner: RestoredLogOptions['flow']['runner']): Promise<void> {
  const remedy = 'Start the service, which rebuilds them, or run mailproof projections rebuild --all'
  if ((await runner.foreign()).length > 0) {
    const message = `the event log is not the one that the read models were folded from: it was restored from a copy, or replaced. ${remedy}`
    throw new Failure('SERVICE_UNAVAILABLE', message)
  }
  const behind = await runner.farBehind(FAR_BEHIND_EVENTS)
  if (behind.length === 0) return
  const message = `${behind.length} read models are far behind the event log. ${remedy}`
  throw new Failure('SERVICE_UNAVAILABLE', message)
}

interface RestoredLogOptions {
  readonly flow: Pick<Flow, 'runner' | 'lost'>
  /** The store of the reactors' checkpoints. */
  readonly records: DocumentStore
  readonly log: Log
  /** Erases an account again. */
  readonly repeatErasure: (id: string) => Promise<void>
  /** Forgets an address again. */
  readonly repeatForgetting: (forgotten: Forgotten) => Promise<unknown>
  /** Deletes the snapshots of read models. */
  readonly dropSnapshots: () => Promise<void>
  /** Removes the deliveries that wait to be sent; those of events in the log are created again. @returns their ids */
  readonly removePendingDeliveries: () => Promise<readonly string[]>
}

/**
 * What a restored log means for everything that is not rebuilt from it. Repeated until the read models are rebuilt, in each
 * process that finds that they are not of this log. Kept as they are: idempotency records, because their callers have the
 * response; the counters of quotas, which correct themselves from the log; blobs, which are swept.
 */
export async function prepareForRestoredLog(options: RestoredLogOptions): Promise<void> {
  const { flow, records, log, repeatErasure, repeatForgetting, dropSnapshots, removePendingDeliveries } = options
  await flow.runner.adoptNewGenerations()
  const models = await flow.runner.foreign()
  if (models.length === 0) return
  const erased = (await flow.lost(erasures)).map(({ id }) => id)
  const forgotten = await lostForgettings(flow)
  // First: they are known only as long as the read models are not rebuilt.
  for (const id of erased) await repeatErasure(id)
  for (const one of forgotten) await repeatForgetting(one)
  await dropSnapshots()
  // Another process may have rebuilt the read models meanwhile, whose reactors deliver again.
  await flow.runner.adoptNewGenerations()
  if ((await flow.runner.foreign()).length === 0) return
  const deliveries = await removePendingDeliveries()
  // Last: reactors then create what the log accounts for.
  await resetReactors(records)
  log.warn(
    {
      models,
      erasedAgain: erased,
      forgottenAgain: forgotten.length,
      unsentDeliveries: deliveries.length,
      examples: deliveries.slice(0, MAX_NAMED),
    },
    'the log is not the one that the read models were folded from: it was restored from a copy, or replaced. They are rebuilt from it',
  )
}
