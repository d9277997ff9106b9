import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.js'
import { iso } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { type EventStore, type Slice, StoreUnavailable } from '../kernel/ports/eventStore.js'
import type { Position } from '../kernel/position.js'
import { createCheckpointWaiters } from './checkpointWaiters.js'
import { createErasedInLog } from './erasedInLog.js'
import { FoldError } from './fold.js'
import type { Generation, Generations, Pointer } from './generations.js'
import { aborted, type LeaderElection, soleLeader } from './leases.js'
import { type Lane, type Model, type ModelStatus, statusOf } from './model.js'
import type { AnyProjection } from './projection.js'

/** Slices gather for this long when nobody waits: hot documents are written once per slice. */
const LINGER_MS = 20
/** Between two tries: whoever asks just after a store came back waits for the fold, and soon has it. */
const LONGEST_RETRY_MS = 1_000
/** How often a process that does not fold looks how far those are who do; oftener when somebody waits. */
const WATCH_MS = 100
const WATCH_WAITING_MS = 15
/** How often flips made by other processes are looked for. */
const POINTER_POLL_MS = 500
/** Readers in other processes may still use the generation before a flip for this long. */
const KEEP_PREVIOUS_MS = 10 * 60_000
/** A deleted document's tombstone stays until the checkpoint has been past it for this long. */
const TOMBSTONE_MS = 60 * 60_000
const MAINTENANCE_MS = 60_000
/** A fold that throws is tried this often, then stops: it never skips. */
const FOLD_ATTEMPTS = 5
/** After every position. */
const LAST: Position = 'f'.repeat(32)

export interface RunnerDependencies {
  readonly store: EventStore
  readonly generations: Generations
  readonly projections: readonly AnyProjection[]
  readonly clock: Clock
  readonly log: Log
  /** Which of several processes folds; there is one alone unless told otherwise. */
  readonly lead?: LeaderElection
}

export type Runner = Awaited<ReturnType<typeof createRunner>>

/**
 * Folds the log into every read model. Models share a lane, and so one reading of the log, until one fails: it goes
 * on alone, backing off, and the others do not wait for it. What happens by the hundred thousand has a lane of its own,
 * so that nobody waits for it who wants to read something else. A process whose turn it is not looks on how far they are.
 */
export async function createRunner({
  store,
  generations,
  projections,
  clock,
  log,
  lead = soleLeader,
}: RunnerDependencies) {
  const stopping = new AbortController()
  /** Aborted while somebody else folds. */
  let turn = AbortSignal.abort()
  const running: Promise<void>[] = []
  const lanes = new Set<Promise<void>>()
  const models = new Map<string, Model>()
  const followers = createCheckpointWaiters(models)
  const { erased, reach } = createErasedInLog({ store, generations, projections })
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

  const modelOf = (name: string): Model => {
    const model = models.get(name)
    if (!model) throw new Error(`there is no read model ${name}`)
    return model
  }

  function startLane(members: readonly Model[], delay = 0): void {
    const lane: Lane = {}
    for (const model of members) model.lane = lane
    const running = runLane(lane, delay).finally(() => lanes.delete(running))
    lanes.add(running)
  }

  const inLane = (lane: Lane) => [...models.values()].filter((model) => model.lane === lane)

  async function runLane(lane: Lane, delay: number): Promise<void> {
    const signal = turn
    if (delay) await sleep(delay, undefined, { signal, ref: false }).catch(() => {})
    for (let failures = 0; !signal.aborted && inLane(lane).length > 0; ) {
      const after = inLane(lane)
        .map(({ folding }) => folding.checkpoint)
        .sort()[0]!
      try {
        await reach(after)
        for await (const slice of store.subscribe({ after, signal })) {
          erased.observe(slice.events)
          await Promise.all(inLane(lane).map((model) => fold(model, slice)))
          failures = 0
          followers.wake()
          if (inLane(lane).length === 0) return
          if (slice.caughtUp) await followers.pause(LINGER_MS)
        }
      } catch (error) {
        if (signal.aborted) return
        const wait = Math.min(100 * 2 ** failures++, LONGEST_RETRY_MS)
        log.warn({ error, retryInMs: wait }, 'projections cannot read the log')
        await sleep(wait, undefined, { signal, ref: false }).catch(() => {})
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
      serveIfAsFar(model)
    } catch (error) {
      if (!turn.aborted && model.lane === lane) fail(model, error)
    }
  }

  /** Readers never take a step back, unless what they see is ahead of a log that was restored from an older copy. */
  function serveIfAsFar(model: Model, head = LAST): void {
    const seen = model.serving.checkpoint
    if (model.folding === model.serving || (model.folding.checkpoint < seen && seen <= head)) return
    model.serving = model.folding
    model.version = model.foldingVersion
  }

  /** Leaves the lane; comes back in one of its own, unless its fold has thrown too often. */
  function fail(model: Model, error: unknown): void {
    delete model.lane
    model.error = error instanceof Error ? error : new Error(String(error))
    model.failures++
    if (!(error instanceof StoreUnavailable)) model.throws++
    // Once may be a connection that broke, or another process that folds too.
    else if (model.failures > 1) followers.rejectAll(error, model)
    model.state = model.throws >= FOLD_ATTEMPTS ? 'stopped' : 'failing'
    const position = error instanceof FoldError ? error.position : model.folding.checkpoint
    log.error({ model: model.projection.name, state: model.state, position, error }, 'a read model cannot be folded')
    if (model.state === 'failing') startLane([model], Math.min(100 * 2 ** model.failures, LONGEST_RETRY_MS))
    followers.wake()
  }

  /** Folds the generation that a rebuild made live; readers go over once it is as far as what they see now. */
  async function adopt(model: Model, { generation, version }: Pointer): Promise<void> {
    if (generation === model.folding.number) return
    const folding = await generations.open(model.projection, generation)
    delete model.lane
    await model.busy
    try {
      const head = await store.head()
      Object.assign(model, { folding, foldingVersion: version, failures: 0, throws: 0 })
      serveIfAsFar(model, head)
    } finally {
      startLane([model])
    }
  }

  /** Folds while it is this process's turn. */
  async function foldInTurn(signal: AbortSignal): Promise<void> {
    await seeCheckpoints().catch((error: unknown) => log.warn({ error }, 'how far read models are is not known yet'))
    turn = signal
    // Each model that a rebuild brought has a lane of its own, and each lane listens for the end.
    setMaxListeners(0, signal)
    for (const members of byLane([...models.values()])) startLane(members)
    await aborted(signal)
    await Promise.all(lanes)
  }

  /** How far others folded. */
  async function seeCheckpoints(): Promise<void> {
    await generations.seeCheckpoints([...models.values()].flatMap(({ serving, folding }) => [serving, folding]))
    for (const model of models.values()) serveIfAsFar(model)
    followers.wake()
  }

  async function watch(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      await followers.pause(WATCH_MS)
      await sleep(WATCH_WAITING_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (!turn.aborted || stopping.signal.aborted) continue
      try {
        await seeCheckpoints()
        failures = 0
      } catch (error) {
        // Once may be a connection that broke.
        if (++failures > 1) followers.rejectAll(error as Error)
      }
    }
  }

  async function everyWhile(interval: number, work: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(interval, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      await work().catch((error: unknown) => log.warn({ error }, 'upkeep of read models failed; it is tried again'))
    }
  }

  let looking = Promise.resolve()
  /** One after the other: two who adopt the same generation would each begin it anew. */
  const lookForFlips = (): Promise<void> => {
    const look = async () => {
      for (const [name, pointer] of await generations.pointers([...models.keys()])) await adopt(modelOf(name), pointer)
    }
    const looked = looking.then(look)
    looking = looked.catch(() => {})
    return looked
  }

  /** Where models stood, and when: a tombstone goes when a runner has been past it for long, by the clock, not by the log. */
  const marks: { readonly at: number; readonly checkpoints: ReadonlyMap<string, Position> }[] = []

  const maintain = async () => {
    if (turn.aborted) return
    const now = clock.now()
    const checkpoints = new Map([...models].map(([name, { serving }]) => [name, serving.checkpoint]))
    marks.push({ at: now, checkpoints })
    while (marks[1] && marks[1].at <= now - TOMBSTONE_MS) marks.shift()
    const [oldest] = marks
    for (const { projection, serving } of models.values()) {
      await generations.dropPrevious(projection.name, iso(now - KEEP_PREVIOUS_MS))
      const past = oldest && oldest.at <= now - TOMBSTONE_MS && oldest.checkpoints.get(projection.name)
      if (past) await serving.collection.sweep(past)
    }
  }

  async function lagOf({ serving }: Model): Promise<number> {
    for await (const next of store.readAll({ after: serving.checkpoint, limit: 1 })) {
      return Math.max(1, clock.now() - Date.parse(next.recordedAt))
    }
    return 0
  }

  return {
    start(): void {
      const { signal } = stopping
      running.push(
        lead('projections', signal, foldInTurn),
        everyWhile(POINTER_POLL_MS, lookForFlips),
        everyWhile(MAINTENANCE_MS, maintain),
      )
      if (lead !== soleLeader) running.push(watch())
    },
    serving: (name: string): Generation => modelOf(name).serving,
    stateOf: (names: readonly string[]): string =>
      names
        .map((name) => modelOf(name).serving)
        .map(({ number, changed }) => `${number}.${changed}`)
        .join(' '),
    /** Who is erased by all that is in the log now, each with the place of that. */
    async erased(): Promise<ReadonlyMap<string, Position>> {
      await reach(await store.head())
      return erased.at
    },
    /** Looks for flips now; after a rebuild in this very process. */
    lookForFlips,
    /** Resolves when readers of these models see all up to a position: true; or false after `timeoutMs`. */
    follow: (position: Position, names: readonly string[], timeoutMs: number, toRead?: boolean): Promise<boolean> =>
      followers.wait(position, names.map(modelOf), timeoutMs, toRead),
    /** Names of the models that an older version of their projection folded, or a log that has since been set back. */
    async outdated(): Promise<string[]> {
      const head = await store.head()
      const isOutdated = ({ version, projection, serving }: Model) =>
        version !== projection.version || serving.checkpoint > head
      return [...models.values()].filter(isOutdated).map(({ projection }) => projection.name)
    },
    status: (): Promise<ModelStatus[]> =>
      Promise.all([...models.values()].map(async (model) => statusOf(model, await lagOf(model)))),
    async stop(): Promise<void> {
      stopping.abort()
      followers.release()
      await Promise.all(running)
    },
  }
}

function byLane(models: readonly Model[]): Iterable<readonly Model[]> {
  const lanes = new Map<string, Model[]>()
  for (const model of models) {
    const { lane = '' } = model.projection
    const members = lanes.get(lane)
    if (members) members.push(model)
    else lanes.set(lane, [model])
  }
  return lanes.values()
}
