// Groups read models that fold the same slices of the log together.
import { setMaxListeners } from 'node:events'
import { pause } from '../../kernel/concurrency/pause.js'
import type { Log } from '../../kernel/log.js'
import { DifferentLog, type EventStore, type Slice } from '../../kernel/ports/eventStore.js'
import { START } from '../../kernel/position.js'
import type { CheckpointWaiters } from '../checkpointWaiters.js'
import type { ErasedInLog } from '../erasedInLog.js'
import { type Generation, knownAt } from '../generations/generation.js'
import type { Generations } from '../generations.js'
import { aborted } from '../leases.js'
import type { LogIdentity } from '../logIdentity.js'
import { failed, isOfNewerRelease, type Lane, laneOf, type Model, succeeded } from '../model.js'
import { createPace } from '../pace.js'
import { createSharedLanes } from './sharedLanes.js'

const INITIAL_BACKOFF_MS = 100
/** Short, because a caller that queries just after a store has recovered waits for the fold. */
const MAX_BACKOFF_MS = 1_000

const backoffMs = (failures: number): number => Math.min(INITIAL_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS)

interface LanesDependencies {
  readonly store: Pick<EventStore, 'subscribe'>
  readonly generations: Pick<Generations, 'advanceEach'>
  readonly models: ReadonlyMap<string, Model>
  readonly waiters: CheckpointWaiters
  readonly erasedInLog: ErasedInLog
  readonly identity: Pick<LogIdentity, 'check'>
  readonly log: Log
}

export type Lanes = ReturnType<typeof createLanes>

/**
 * Runs the lanes of a runner. The models of a lane take the same slices of the log, and their checkpoints move together. A
 * model that fails leaves its lane and continues in a separate one, with back-off, so that the others do not wait for it; it
 * returns once it has caught up.
 */
export function createLanes({ store, generations, models, waiters, erasedInLog, identity, log }: LanesDependencies) {
  const { erased, reach } = erasedInLog
  /** Aborted while another process folds. */
  let leadership = AbortSignal.abort()
  const running = new Set<Promise<void>>()
  const sharedLanes = createSharedLanes(membersOf)

  function start(members: readonly Model[], delayMs = 0): void {
    const lane: Lane = { position: START }
    for (const model of members) model.lane = lane
    const run = runLane(lane, delayMs).finally(() => running.delete(run))
    running.add(run)
  }

  function membersOf(lane: Lane): Model[] {
    return [...models.values()].filter((model) => model.lane === lane)
  }

  async function runLane(lane: Lane, delayMs: number): Promise<void> {
    const signal = leadership
    if (delayMs) await pause(delayMs, signal)
    for (let failures = 0; !signal.aborted && membersOf(lane).length > 0; ) {
      const last = leastAdvanced(membersOf(lane))
      const after = last.checkpoint
      lane.position = after
      const pace = createPace()
      try {
        await reach(after)
        for await (const slice of store.subscribe({ after, known: knownAt(last), signal })) {
          lane.position = slice.position
          erased.observe(slice.events)
          await fold(lane, slice)
          failures = 0
          waiters.wake()
          if (slice.caughtUp) sharedLanes.rejoin(lane)
          if (membersOf(lane).length === 0) return
          if (slice.caughtUp) await waiters.pause(pace.after(slice.events.length))
        }
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof DifferentLog) await identity.check().catch(() => {})
        const retryInMs = backoffMs(failures++)
        log.warn({ error, retryInMs }, 'the projections cannot read the log; retrying')
        await pause(retryInMs, signal)
      }
    }
  }

  function fold(lane: Lane, slice: Slice): Promise<void> {
    const members = membersOf(lane)
    const flush = foldNow(lane, members, slice)
    for (const model of members) model.busy = flush
    return flush
  }

  async function foldNow(lane: Lane, members: readonly Model[], { events }: Slice): Promise<void> {
    const targets = members.map(({ folding }) => folding)
    const outcomes = await generations.advanceEach(targets, events, events.at(-1)?.position ?? START, erased)
    const unavailable: Model[] = []
    for (const [index, model] of members.entries()) {
      const outcome = outcomes[index]!
      // It may have been adopted by another lane meanwhile.
      if (model.lane !== lane) continue
      if (outcome.status === 'fulfilled') succeeded(model)
      else if (!leadership.aborted && fail(model, outcome.reason)) unavailable.push(model)
    }
    if (unavailable.length > 0) start(unavailable, backoffMs(Math.max(...unavailable.map(({ failures }) => failures))))
  }

  /**
   * Takes a model out of its lane. If its fold throws, it continues in a lane for it alone, unless it has thrown too often.
   * @returns whether its store did not answer, so that it can continue together with others
   */
  function fail(model: Model, error: unknown): boolean {
    const { reason, position, isUnavailable } = failed(model, error)
    // A single failure may be a broken connection, or a conflict with another process that folds too.
    if (isUnavailable && model.failures > 1) waiters.rejectAll(reason, model)
    log.error({ model: model.projection.name, state: model.state, position, error }, 'a read model cannot be updated')
    if (!isUnavailable && model.state === 'failing') start([model], backoffMs(model.failures))
    waiters.wake()
    return isUnavailable && model.state === 'failing'
  }

  return {
    /** Starts a new lane with these models. */
    start,
    /** Whether this process folds now. */
    isLeading: (): boolean => !leadership.aborted,
    /** Folds all models until the signal aborts, except those of a newer release. */
    async lead(signal: AbortSignal): Promise<void> {
      leadership = signal
      sharedLanes.clear()
      // Every lane adds a listener to the signal, and every adopted generation gets a separate lane.
      setMaxListeners(0, signal)
      for (const members of byLane([...models.values()].filter((model) => !isOfNewerRelease(model)))) start(members)
      await aborted(signal)
      await Promise.all(running)
    },
  }
}

/** The generation whose checkpoint is the first in the log. */
const leastAdvanced = (members: readonly Model[]): Generation =>
  members.map(({ folding }) => folding).reduce((first, each) => (each.checkpoint < first.checkpoint ? each : first))

/** Models that start from the beginning of the log have a lane of their own, so that the others need not wait for them. */
function byLane(models: readonly Model[]): Iterable<readonly Model[]> {
  const lanes = new Map<string, Model[]>()
  for (const model of models) {
    const key = model.folding.checkpoint === START ? `${laneOf(model)} new` : laneOf(model)
    const members = lanes.get(key)
    if (members) members.push(model)
    else lanes.set(key, [model])
  }
  return lanes.values()
}
