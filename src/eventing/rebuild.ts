// Rebuilds read models beside the live ones, and folds generations up to the head of the log.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, iso } from '../kernel/clock.js'
import type { Recorded } from '../kernel/envelope.js'
import { isUnavailable } from '../kernel/ports/documentStore.js'
import { type EventStore, isPermanent, type SubscribeOptions } from '../kernel/ports/eventStore.js'
import { later, type Position, partOf, START } from '../kernel/position.js'
import { createErasureIndex, type ErasureIndex } from './erasureIndex.js'
import { knownAt } from './generations/generation.js'
import type { Generation, Generations } from './generations.js'
import type { AnyProjection } from './projection.js'

interface RebuildDependencies {
  readonly store: EventStore
  readonly generations: Generations
  readonly clock: Clock
}

export interface RebuildResult {
  readonly model: string
  readonly generation: number
  readonly position: Position
}

/** Called with the number of events folded so far, and which part of the log that is, from 0 to 1. */
export type OnProgress = (events: number, part: number) => void

/** Events folded per batch: a document that changes often is written once per batch. */
const BATCH_SIZE = 10_000
/** Size of the events folded per batch: two batches are in memory. */
const BATCH_BYTES = 8 * 1024 * 1024
/** Milliseconds within which readers in every process have switched to a new generation. */
const FLIP_PROPAGATION_MS = 2_000
/**
 * How long a fold waits for an unavailable store before it fails: longer than an election or a restart takes, because
 * the work of hours would be lost.
 */
const UNAVAILABLE_TIMEOUT_MS = 60_000
const UNAVAILABLE_RETRY_MS = 500

/**
 * Rebuilds read models: folds new generations alongside the live ones, in one pass over the log, and makes each live
 * once it has reached what readers see. Readers never see an empty model, nor an older state.
 * @param onProgress called after each batch
 */
export async function rebuild(
  { store, generations, clock }: RebuildDependencies,
  projections: readonly AnyProjection[],
  onProgress: OnProgress = () => {},
): Promise<RebuildResult[]> {
  const fresh = await Promise.all(projections.map((projection) => generations.claim(projection)))
  const erased = createErasureIndex()
  try {
    do await foldToHead(store, generations, fresh, erased, onProgress)
    while (await behindLive(store, generations, fresh))
    for (const generation of fresh) await flip(generations, generation, clock)
  } catch (error) {
    // What cannot be dropped now is dropped with the older generations later.
    for (const generation of fresh) await dropUnlessLive(generations, generation).catch(() => {})
    throw error
  }
  return fresh.map(({ projection, number, checkpoint }) => ({
    model: projection.name,
    generation: number,
    position: checkpoint,
  }))
}

async function dropUnlessLive(generations: Generations, { projection, number }: Generation): Promise<void> {
  const live = (await generations.pointer(projection.name))?.document.generation
  if (live !== number) await generations.drop(projection.name, number)
}

/**
 * A flip drops the generation before the previous one, which readers in other processes may still use: waits for them.
 */
async function flip(generations: Generations, generation: Generation, clock: Clock): Promise<void> {
  const { previous, flippedAt } = (await generations.pointer(generation.projection.name))!.document
  const wait = previous === null ? 0 : Date.parse(flippedAt!) + FLIP_PROPAGATION_MS - clock.now()
  if (wait > 0) await sleep(Math.min(wait, FLIP_PROPAGATION_MS))
  if (!(await generations.flip(generation, iso(clock.now())))) {
    throw new Error(`another rebuild of ${generation.projection.name} finished first; this one changed nothing`)
  }
}

/**
 * Folds the log into all targets in one pass, from the earliest of their checkpoints to the head. When a store is
 * unavailable, continues from the checkpoints as soon as it has returned.
 * @param erased contains every owner erased up to that checkpoint
 * @throws StoreUnavailable when a store has not returned within a minute
 */
export async function foldToHead(
  store: EventStore,
  generations: Pick<Generations, 'advance'>,
  targets: readonly Generation[],
  erased: ErasureIndex,
  onProgress: OnProgress = () => {},
): Promise<Position> {
  const head = await store.head()
  let total = 0
  let progressAt = performance.now()

  async function foldFromCheckpoints(): Promise<Position> {
    const [first] = [...targets].sort((a, b) => (a.checkpoint < b.checkpoint ? -1 : 1))
    let after = first?.checkpoint ?? START
    const ending = new AbortController()
    const batches = readBatches(store, { after, known: first && knownAt(first), signal: ending.signal }, head)
    try {
      for (let reading = batches.next(); ; ) {
        const { value: batch, done } = await reading
        if (done) break
        const { events, to } = batch
        // Read while this batch is folded: stores take their time for both.
        reading = batches.next()
        reading.catch(() => {})
        erased.observe(events)
        await generations.advance(targets, events, to, erased)
        total += events.length
        onProgress(total, partOf(to, head))
        progressAt = performance.now()
        after = to
      }
    } finally {
      ending.abort()
      await batches.return()
    }
    return later(head, after)
  }

  for (;;) {
    try {
      return await foldFromCheckpoints()
    } catch (error) {
      if (isPermanent(error) || !isUnavailable(error) || performance.now() - progressAt > UNAVAILABLE_TIMEOUT_MS)
        throw error
      await sleep(UNAVAILABLE_RETRY_MS)
    }
  }
}

/** As `foldToHead`, except that a target that fails does not hold up the others. @throws also the first failure, at the end */
export async function foldEachToHead(
  store: EventStore,
  generations: Pick<Generations, 'advanceEach'>,
  targets: readonly Generation[],
  erased: ErasureIndex,
  onProgress?: OnProgress,
): Promise<void> {
  const failures = new Map<Generation, unknown>()
  const throwFirst = () => {
    for (const error of failures.values()) throw error
  }
  const advance: Generations['advance'] = async (_, ...slice) => {
    const folding = targets.filter((target) => !failures.has(target))
    const outcomes = await generations.advanceEach(folding, ...slice)
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue
      if (isUnavailable(outcome.reason)) throw outcome.reason
      failures.set(folding[index]!, outcome.reason)
    }
    if (failures.size === targets.length) throwFirst()
  }
  await foldToHead(store, { advance }, targets, erased, onProgress)
  throwFirst()
}

interface Batch {
  readonly events: readonly Recorded[]
  /** Position of the last of them. */
  readonly to: Position
}

/** Reads the log between two positions. By a subscription, which needs fewer requests than pages do. */
async function* readBatches(
  store: Pick<EventStore, 'subscribe'>,
  following: SubscribeOptions,
  head: Position,
): AsyncGenerator<Batch, void, void> {
  let { after } = following
  if (after >= head) return
  let events: Recorded[] = []
  let bytes = 0
  for await (const slice of store.subscribe(following)) {
    for (const event of slice.events) events.push(event)
    bytes += slice.bytes
    const isLast = slice.position >= head || slice.caughtUp
    if (events.length < BATCH_SIZE && bytes < BATCH_BYTES && !isLast) continue
    after = events.at(-1)?.position ?? after
    yield { events, to: after }
    if (isLast) return
    events = []
    bytes = 0
  }
}

/** Whether any new generation lags its live one. A live one past the head (older log restored) does not count. */
async function behindLive(store: EventStore, generations: Generations, fresh: readonly Generation[]): Promise<boolean> {
  const live = await Promise.all(fresh.map(({ projection }) => generations.live(projection)))
  // Read last, so that events appended meanwhile do not look like a restored log.
  const head = await store.head()
  return fresh.some(({ checkpoint }, index) => {
    const seen = live[index]!.generation.checkpoint
    return checkpoint < seen && seen <= head
  })
}
