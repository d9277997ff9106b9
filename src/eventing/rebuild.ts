import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, iso } from '../kernel/clock.js'
import type { Recorded } from '../kernel/envelope.js'
import type { EventStore } from '../kernel/ports/eventStore.js'
import { later, type Position, START } from '../kernel/position.js'
import { createErasureIndex, type ErasureIndex } from './erasureIndex.js'
import type { Generation, Generations } from './generations.js'
import type { AnyProjection } from './projection.js'

export interface RebuildDependencies {
  readonly store: EventStore
  readonly generations: Generations
  readonly clock: Clock
}

export interface Rebuilt {
  readonly model: string
  readonly generation: number
  readonly position: Position
}

/** Events folded at once: a hot document is written once for all of them. */
const BATCH = 10_000
/** Within this, readers in every process have followed a flip. */
const READERS_FOLLOW_MS = 2_000

/**
 * Folds new generations beside the live ones, in one reading of the log, and makes each live once it is as far as
 * what readers see. Readers never see a model empty, nor a step back.
 */
export async function rebuild(
  { store, generations, clock }: RebuildDependencies,
  projections: readonly AnyProjection[],
  onProgress: (events: number) => void = () => {},
): Promise<Rebuilt[]> {
  const fresh = await Promise.all(projections.map((projection) => generations.claim(projection)))
  const erased = createErasureIndex()
  try {
    do await foldToHead(store, generations, fresh, erased, onProgress)
    while (await behindLive(store, generations, fresh))
    for (const generation of fresh) await flip(generations, generation, clock)
  } catch (error) {
    for (const { projection, number } of fresh) {
      const live = (await generations.pointer(projection.name))?.document.generation
      if (live !== number) await generations.drop(projection.name, number)
    }
    throw error
  }
  return fresh.map(({ projection, number, checkpoint }) => ({
    model: projection.name,
    generation: number,
    position: checkpoint,
  }))
}

/** Two flips in a row would take away what readers of other processes still see: the second waits for them. */
async function flip(generations: Generations, generation: Generation, clock: Clock): Promise<void> {
  const { previous, flippedAt } = (await generations.pointer(generation.projection.name))!.document
  const wait = previous === null ? 0 : Date.parse(flippedAt!) + READERS_FOLLOW_MS - clock.now()
  if (wait > 0) await sleep(Math.min(wait, READERS_FOLLOW_MS))
  if (!(await generations.flip(generation, iso(clock.now())))) {
    throw new Error(`another rebuild of ${generation.projection.name} was faster; this one changed nothing`)
  }
}

/**
 * Reads once from where the furthest behind stands to the head of the log, folding into all.
 * @param erased knows of all who were erased up to there
 */
export async function foldToHead(
  store: EventStore,
  generations: Generations,
  targets: readonly Generation[],
  erased: ErasureIndex,
  onProgress: (events: number) => void = () => {},
): Promise<Position> {
  const head = await store.head()
  let after: Position = targets.map(({ checkpoint }) => checkpoint).sort()[0] ?? START
  for (let total = 0; after < head; ) {
    const events: Recorded[] = []
    for await (const event of store.readAll({ after, limit: BATCH })) events.push(event)
    const to = events.at(-1)?.position ?? head
    erased.observe(events)
    await Promise.all(targets.map((target) => generations.advance(target, events, to, erased)))
    total += events.length
    onProgress(total)
    after = to
  }
  return later(head, after)
}

/** A live model may also be ahead of the log, where an older copy of the log was restored: then it is no measure. */
async function behindLive(store: EventStore, generations: Generations, fresh: readonly Generation[]): Promise<boolean> {
  const live = await Promise.all(fresh.map(({ projection }) => generations.live(projection)))
  // Looked at last: what was appended meanwhile is no restored log.
  const head = await store.head()
  return fresh.some(({ checkpoint }, index) => {
    const seen = live[index]!.generation.checkpoint
    return checkpoint < seen && seen <= head
  })
}
