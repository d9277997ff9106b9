// Keeps every read model up to date with the log.
import type { Clock } from '../kernel/clock.js'
import { pause } from '../kernel/concurrency/pause.js'
import type { Log } from '../kernel/log.js'
import type { EventStore } from '../kernel/ports/eventStore.js'
import type { Position } from '../kernel/position.js'
import { MINUTE_MS } from '../kernel/time.js'
import { createCheckpointWaiters } from './checkpointWaiters.js'
import { createErasedInLog } from './erasedInLog.js'
import { checkpointAt } from './generations/generation.js'
import type { Generation, Generations } from './generations.js'
import { lagsAfter } from './lag.js'
import { type LeaderElection, soleLeader } from './leases.js'
import { createLogIdentity } from './logIdentity.js'
import { type Model, type ModelStatus, statusOf } from './model.js'
import type { AnyProjection } from './projection.js'
import { createGenerationAdoption } from './runner/adoption.js'
import { createCheckpointPolling } from './runner/checkpointPolling.js'
import { createLanes } from './runner/lanes.js'
import { createLeading } from './runner/leading.js'
import { createMaintenance } from './runner/maintenance.js'
import { createOrigins } from './runner/origins.js'

/** Milliseconds between two checks for generations that other processes have made live. */
const GENERATION_POLL_INTERVAL_MS = 500
/** Milliseconds between two comparisons of the log with the checkpoints. */
const LOG_CHECK_INTERVAL_MS = 1_000
const MAINTENANCE_INTERVAL_MS = MINUTE_MS

interface RunnerDependencies {
  readonly store: EventStore
  readonly generations: Generations
  readonly projections: readonly AnyProjection[]
  readonly clock: Clock
  readonly log: Log
  /** Elects the process that folds; by default this one is the only one. */
  readonly lead?: LeaderElection
}

export type Runner = Awaited<ReturnType<typeof createRunner>>

/**
 * Folds the log into every read model. Models share a lane, and so the slices that they fold, except while one fails.
 * Projections of high-volume events have a lane of their own, so that reads of other models never wait for them. A
 * process that is not the leader only polls the leader's checkpoints.
 */
export async function createRunner(dependencies: RunnerDependencies) {
  const { store, generations, projections, clock, log, lead = soleLeader } = dependencies
  const stopping = new AbortController()
  const running: Promise<void>[] = []
  const models = await openModels(generations, projections)
  const waiters = createCheckpointWaiters(models)
  const erasedInLog = createErasedInLog({ store, generations, projections })
  const identity = createLogIdentity({
    store,
    checkpoints: () => [...models.values()].flatMap(({ serving, folding }) => [serving, folding].map(checkpointAt)),
    log,
  })
  const lanes = createLanes({ store, generations, models, waiters, erasedInLog, identity, log })
  const polling = createCheckpointPolling({ generations, models, waiters })
  const adoptNewGenerations = createGenerationAdoption({
    store,
    generations,
    models,
    startLane: lanes.start,
    isStarted: () => running.length > 0,
    onNewerRelease({ projection: { name: model } }) {
      log.warn({ model }, 'a newer release has rebuilt this read model; this process no longer updates it')
      leading.resign()
    },
  })
  const leading = createLeading({ lead, models, lanes, polling, publish, log })
  const maintain = createMaintenance({ generations, models, clock })

  const modelOf = (name: string): Model => {
    const model = models.get(name)
    if (!model) throw new Error(`unknown read model: ${name}`)
    return model
  }

  /** Shows the live generations under the models' names, to users of the store. */
  async function publish(): Promise<void> {
    try {
      await generations.publish([...models.keys()])
    } catch (error) {
      log.warn({ error }, 'the read models cannot be shown under their own names; retrying later')
    }
  }

  return {
    start(): void {
      const { signal } = stopping
      const repeat = (intervalMs: number, task: () => Promise<void>) => repeatUntil(signal, intervalMs, task, log)
      running.push(
        leading.run(signal),
        repeat(GENERATION_POLL_INTERVAL_MS, adoptNewGenerations),
        // While the log cannot be read, nothing is known about it.
        repeat(LOG_CHECK_INTERVAL_MS, () => identity.check().catch(() => {})),
        repeat(MAINTENANCE_INTERVAL_MS, async () => {
          if (!lanes.isLeading()) return
          await publish()
          await maintain()
        }),
      )
      if (lead !== soleLeader) running.push(polling.run(signal, lanes.isLeading))
    },
    /** The generation of a model that readers see. */
    serving: (name: string): Generation => modelOf(name).serving,
    /** See {@link Eventing.versionToken}. */
    versionToken: (names: readonly string[]): string =>
      names
        .map((name) => modelOf(name).serving)
        .map(({ number, changed }) => `${number}.${changed}`)
        .join(' '),
    /** Owners erased by any event now in the log, each with the position of the erasure. */
    async erased(): Promise<ReadonlyMap<string, Position>> {
      await erasedInLog.reach(await store.head())
      return erasedInLog.erased.at
    },
    publish,
    /** Sees the checkpoints that other processes have reached. */
    refresh: polling.poll,
    /** Adopts generations made live since the last check; call it after a rebuild in this process. */
    adoptNewGenerations,
    /** Waits until readers of these models see everything up to a position. @returns false after `timeoutMs` */
    waitForPosition: (
      position: Position,
      names: readonly string[],
      timeoutMs: number,
      toRead?: boolean,
    ): Promise<boolean> => waiters.wait(position, names.map(modelOf), timeoutMs, toRead),
    ...createOrigins({ store, models }),
    /** Compares the log with the checkpoints of all models. */
    identity,
    status: () => statusOfAll(models, { store, clock }),
    async stop(): Promise<void> {
      stopping.abort()
      waiters.release()
      await Promise.all(running)
    },
  }
}

async function repeatUntil(
  stopped: AbortSignal,
  intervalMs: number,
  task: () => Promise<void>,
  log: Log,
): Promise<void> {
  while (!stopped.aborted) {
    await pause(intervalMs, stopped)
    if (stopped.aborted) return
    await task().catch((error: unknown) => log.warn({ error }, 'read model maintenance failed; it will be retried'))
  }
}

async function statusOfAll(
  models: ReadonlyMap<string, Model>,
  { store, clock }: Pick<RunnerDependencies, 'store' | 'clock'>,
): Promise<ModelStatus[]> {
  const checkpoints = new Map([...models.values()].map((model) => [model, model.serving.checkpoint]))
  const lags = await lagsAfter(checkpoints.values(), { store, clock })
  return [...checkpoints].map(([model, checkpoint]) => statusOf(model, lags.get(checkpoint)!))
}

async function openModels(
  generations: Pick<Generations, 'live'>,
  projections: readonly AnyProjection[],
): Promise<ReadonlyMap<string, Model>> {
  const models = new Map<string, Model>()
  for (const projection of projections) {
    const { generation, version } = await generations.live(projection)
    models.set(projection.name, {
      projection,
      version,
      serving: generation,
      folding: generation,
      foldingVersion: version,
      state: 'running',
      failures: 0,
      throws: 0,
    })
  }
  return models
}
