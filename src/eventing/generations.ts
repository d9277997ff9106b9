import type { Recorded } from '../kernel/envelope.js'
import type { Document, DocumentStore } from '../kernel/ports/documentStore.js'
import type { Position } from '../kernel/position.js'
import { type ErasureIndex, withOwnerIndex } from './erasureIndex.js'
import { foldSlice } from './fold.js'
import { createCheckpoints } from './generations/checkpoints.js'
import { collectionName, type Generation } from './generations/generation.js'
import { createPointers } from './generations/pointers.js'
import type { AnyProjection } from './projection.js'

export type { Generation } from './generations/generation.js'
export type { Pointer } from './generations/pointers.js'

export type Generations = ReturnType<typeof createGenerations>

/** Events after a position, out of events in log order; nearly always all of them. */
function eventsAfter(events: readonly Recorded[], position: Position): readonly Recorded[] {
  const [first] = events
  return !first || first.position > position ? events : events.filter((event) => event.position > position)
}

function idAt(events: readonly Recorded[], position: Position): string | undefined {
  const last = events.at(-1)
  return last?.position === position ? last.id : undefined
}

/** A newer generation may replace the live one that it was claimed for; an unclaimed one may replace any older one. */
const mayReplace = (live: number, { number, follows = live }: Generation): boolean => number > live && follows === live

/**
 * Manages the generations of read models in a document store: documents, checkpoints, and the pointer to the live one.
 */
export function createGenerations(documents: DocumentStore) {
  const pointers = createPointers(documents)
  const checkpoints = createCheckpoints(documents)

  async function open(projection: AnyProjection, number: number): Promise<Generation> {
    const name = collectionName(projection.name, number)
    const { times } = projection
    const indexes = withOwnerIndex(projection.indexes)
    const collection = documents.collection<Document>({ name, indexes, ...(times && { times }) })
    const { position: checkpoint, id: checkpointId } = await checkpoints.read(name)
    return { projection, number, collection, checkpoint, checkpointId, changed: checkpoint }
  }

  /** Opens the live generation; creates the first one when the model is new. */
  async function live(projection: AnyProjection): Promise<{ generation: Generation; version: number }> {
    const found = await pointers.read(projection.name)
    if (found) return { generation: await open(projection, found.document.generation), version: found.document.version }
    await pointers.create(projection)
    return live(projection)
  }

  /**
   * Folds a slice that follows the checkpoints into several generations, then moves the checkpoints of those that
   * succeeded, in one write. Each checkpoint is moved by compare-and-set.
   * @param erased contains every owner erased before the slice
   * @returns the outcomes in the order of the generations
   */
  async function advanceEach(
    generations: readonly Generation[],
    events: readonly Recorded[],
    to: Position,
    erased?: ErasureIndex,
  ): Promise<readonly PromiseSettledResult<void>[]> {
    const folds = await Promise.allSettled(generations.map((generation) => foldInto(generation, events, to, erased)))
    const folded = generations.filter((_, index) => folds[index]!.status === 'fulfilled')
    const moves = new Map(
      (await checkpoints.move(folded, { position: to, id: idAt(events, to) })).map((move, index) => [
        folded[index]!,
        move,
      ]),
    )
    return generations.map((generation, index) => {
      const fold = folds[index]!
      if (fold.status === 'rejected') return fold
      const move = moves.get(generation)!
      if (move.status === 'fulfilled' && fold.value) generation.changed = generation.checkpoint
      return move
    })
  }

  /** As `advanceEach`. @throws the first failure */
  async function advance(...slice: Parameters<typeof advanceEach>): Promise<void> {
    for (const outcome of await advanceEach(...slice)) if (outcome.status === 'rejected') throw outcome.reason
  }

  /** @returns whether any of the events may have changed a document */
  async function foldInto(
    { projection, collection, checkpoint }: Generation,
    events: readonly Recorded[],
    to: Position,
    erased?: ErasureIndex,
  ): Promise<boolean> {
    return checkpoint < to && foldSlice(projection, collection, eventsAfter(events, checkpoint), erased)
  }

  /** Creates an empty generation with a number that no other process has. */
  async function claim(projection: AnyProjection): Promise<Generation> {
    await live(projection)
    const read = (await pointers.read(projection.name))!
    const number = read.document.claimed + 1
    if (!(await pointers.replace(read, { ...read.document, claimed: number }))) return claim(projection)
    return { ...(await createEmpty(projection, number)), follows: read.document.generation }
  }

  /** Creates a generation that no reader sees yet; deletes the leftovers of an earlier attempt with this number. */
  async function createEmpty(projection: AnyProjection, number: number): Promise<Generation> {
    await drop(projection.name, number)
    return open(projection, number)
  }

  async function drop(model: string, number: number): Promise<void> {
    const name = collectionName(model, number)
    await checkpoints.remove(name)
    await documents.collection({ name }).drop()
  }

  /**
   * Makes a generation live: readers in every process see it within a second.
   * @returns false when another flip came first; then nothing has changed
   */
  async function flip(generation: Generation, now: string): Promise<boolean> {
    const { number, projection } = generation
    const found = await pointers.read(projection.name)
    if (!found || !mayReplace(found.document.generation, generation)) return false
    const { generation: previous, previous: last } = found.document
    const { form: _, ...pointer } = found.document
    const { version } = projection
    const document = { ...pointer, ...pointers.ownForm, generation: number, version, previous, flippedAt: now }
    if (!(await pointers.replace(found, document))) return flip(generation, now)
    if (last !== null) await drop(projection.name, last)
    return true
  }

  /** Drops the generation before the live one once no reader can be using it any more. */
  async function dropPrevious(model: string, flippedBefore: string): Promise<void> {
    const found = await pointers.read(model)
    if (!found || found.document.previous === null || (found.document.flippedAt ?? '') >= flippedBefore) return
    if (await pointers.replace(found, { ...found.document, previous: null })) await drop(model, found.document.previous)
  }

  /** Makes the live generations visible to users of the store under the models' names. */
  async function publish(models: readonly string[]): Promise<void> {
    for (let last = ''; documents.publish; ) {
      const live = (await pointers.readMany(models)).map(
        ([model, { generation }]) => [model, collectionName(model, generation)] as const,
      )
      const now = JSON.stringify(live)
      // Another process may have switched one to a newer generation, and published that before this one.
      if (now === last) return
      await documents.publish(Object.fromEntries(live))
      last = now
    }
  }

  return {
    pointer: pointers.read,
    pointers: pointers.readMany,
    refreshCheckpoints: checkpoints.refresh,
    open,
    live,
    advanceEach,
    advance,
    claim,
    createEmpty,
    drop,
    flip,
    dropPrevious,
    publish,
  }
}
