import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../kernel/log.js'
import { DamagedDocument } from '../../kernel/ports/documentStore.js'
import { type EventStore, type Slice, StoreUnavailable } from '../../kernel/ports/eventStore.js'
import { START } from '../../kernel/position.js'
import type { CheckpointWaiters } from '../checkpointWaiters.js'
import type { ErasedInLog } from '../erasedInLog.js'
import { FoldError } from '../fold.js'
import type { Generations } from '../generations.js'
import { aborted } from '../leases.js'
import { type Lane, type Model, serveIfCaughtUp } from '../model.js'

/**
 * Pause between slices in milliseconds while no caller waits, so that slices grow: a document that changes often is
 * written once per slice.
 */
const GATHER_MS = 20
const INITIAL_BACKOFF_MS = 100
/** Short, because a caller that queries just after a store has recovered waits for the fold. */
const MAX_BACKOFF_MS = 1_000
/** Attempts of a fold that throws before its model stops; an event is never skipped. */
const MAX_FOLD_ATTEMPTS = 5

const backoffMs = (failures: number): number => Math.min(INITIAL_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS)

export interface LanesDependencies {
  readonly store: Pick<EventStore, 'subscribe'>
  readonly generations: Pick<Generations, 'advance'>
  readonly models: ReadonlyMap<string, Model>
  readonly waiters: CheckpointWaiters
  readonly erasedInLog: ErasedInLog
  readonly log: Log
}

/**
 * Runs the lanes of a runner. The models of a lane share one subscription to the log. A model that fails leaves its
 * lane and continues in a separate lane, with back-off, so that the others do not wait for it.
 */
export function createLanes({ store, generations, models, waiters, erasedInLog, log }: LanesDependencies) {
  const { erased, reach } = erasedInLog
  /** Aborted while another process folds. */
  let leadership = AbortSignal.abort()
  const running = new Set<Promise<void>>()

  function start(members: readonly Model[], delayMs = 0): void {
    const lane: Lane = {}
    for (const model of members) model.lane = lane
    const run = runLane(lane, delayMs).finally(() => running.delete(run))
    running.add(run)
  }

  const membersOf = (lane: Lane) => [...models.values()].filter((model) => model.lane === lane)

  async function runLane(lane: Lane, delayMs: number): Promise<void> {
    const signal = leadership
    if (delayMs) await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {})
    for (let failures = 0; !signal.aborted && membersOf(lane).length > 0; ) {
      const after = membersOf(lane)
        .map(({ folding }) => folding.checkpoint)
        .sort()[0]!
      try {
        await reach(after)
        for await (const slice of store.subscribe({ after, signal })) {
          erased.observe(slice.events)
          await Promise.all(membersOf(lane).map((model) => fold(model, slice)))
          failures = 0
          waiters.wake()
          if (membersOf(lane).length === 0) return
          if (slice.caughtUp) await waiters.pause(GATHER_MS)
        }
      } catch (error) {
        if (signal.aborted) return
        const retryInMs = backoffMs(failures++)
        log.warn({ error, retryInMs }, 'the projections cannot read the log; retrying')
        await sleep(retryInMs, undefined, { signal, ref: false }).catch(() => {})
      }
    }
  }

  function fold(model: Model, slice: Slice): Promise<void> {
    model.busy = foldNow(model, slice)
    return model.busy
  }

  async function foldNow(model: Model, slice: Slice): Promise<void> {
    const lane = model.lane
    try {
      await generations.advance(model.folding, slice.events, slice.position, erased)
      if (model.lane !== lane) return
      Object.assign(model, { state: 'running', failures: 0, throws: 0 })
      delete model.error
      serveIfCaughtUp(model)
    } catch (error) {
      if (!leadership.aborted && model.lane === lane) fail(model, error)
    }
  }

  /** Takes a model out of its lane; restarts it in a separate lane, unless its fold has thrown too often. */
  function fail(model: Model, error: unknown): void {
    delete model.lane
    model.error = error instanceof Error ? error : new Error(String(error))
    model.failures++
    if (!(error instanceof StoreUnavailable) || error instanceof DamagedDocument) model.throws++
    // A single failure may be a broken connection, or a conflict with another process that folds too.
    else if (model.failures > 1) waiters.rejectAll(error, model)
    model.state = model.throws >= MAX_FOLD_ATTEMPTS ? 'stopped' : 'failing'
    const position = error instanceof FoldError ? error.position : model.folding.checkpoint
    log.error({ model: model.projection.name, state: model.state, position, error }, 'a read model cannot be updated')
    if (model.state === 'failing') start([model], backoffMs(model.failures))
    waiters.wake()
  }

  return {
    /** Starts a new lane with these models. */
    start,
    /** Whether this process folds now. */
    isLeading: (): boolean => !leadership.aborted,
    /** Folds all models until the signal aborts. */
    async lead(signal: AbortSignal): Promise<void> {
      leadership = signal
      // Every lane adds a listener to the signal, and every adopted generation gets a separate lane.
      setMaxListeners(0, signal)
      for (const members of byLane([...models.values()])) start(members)
      await aborted(signal)
      await Promise.all(running)
    },
  }
}

/** Models that start from the beginning of the log have a lane of their own, so that the others need not wait for them. */
function byLane(models: readonly Model[]): Iterable<readonly Model[]> {
  const lanes = new Map<string, Model[]>()
  for (const model of models) {
    const { lane = '' } = model.projection
    const key = model.folding.checkpoint === START ? `${lane} new` : lane
    const members = lanes.get(key)
    if (members) members.push(model)
    else lanes.set(key, [model])
  }
  return lanes.values()
}
