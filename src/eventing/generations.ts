import type { Recorded } from '../kernel/envelope.js'
import type { Collection, Document, DocumentStore } from '../kernel/ports/documentStore.js'
import { later, next, type Position, START } from '../kernel/position.js'
import { type ErasureIndex, withOwnerIndex } from './erasureIndex.js'
import { foldSlice } from './fold.js'
import type { AnyProjection } from './projection.js'

/** One building of a read model: its documents, and how far they are folded. */
export interface Generation {
  readonly projection: AnyProjection
  readonly number: number
  readonly collection: Collection
  /** All events up to here are folded, and durably so. */
  checkpoint: Position
  /** Where documents may last have changed: at the checkpoint or before it. */
  changed: Position
  /** The live generation when this one was claimed: it may take that one's place, and no other's. */
  readonly follows?: number
}

/** Which generation of a model readers see. */
export type Pointer = {
  readonly generation: number
  /** The projection's version that folded it. */
  readonly version: number
  /** The highest number that was ever claimed. */
  readonly claimed: number
  /** What readers saw before; kept for a while for those that still do. */
  readonly previous: number | null
  readonly flippedAt: string | null
}

export type Generations = ReturnType<typeof createGenerations>

const collectionName = (model: string, generation: number) => `${model}.v${generation}`
const nameOf = ({ projection, number }: Generation) => collectionName(projection.name, number)

/** Somebody else folded up to here. */
function arriveAt(generation: Generation, position: Position): void {
  if (generation.checkpoint === position) return
  generation.checkpoint = position
  generation.changed = position
}

/** Of events in the order of the log; nearly always all of them. */
function eventsAfter(events: readonly Recorded[], position: Position): readonly Recorded[] {
  const [first] = events
  return !first || first.position > position ? events : events.filter((event) => event.position > position)
}

/** Greater than any position. */
const AFTER_ALL = 'g'

/** Keeps the generations of read models in a document store: documents, checkpoints, and the pointer to the live one. */
export function createGenerations(documents: DocumentStore) {
  const pointers = documents.collection<Pointer>({ name: 'read_models' })
  const checkpoints = documents.collection<Document>({ name: 'checkpoints' })

  const pointer = async (model: string) => pointers.get(model)

  /** Of those models that have one. */
  async function pointersOf(models: readonly string[]): Promise<readonly (readonly [string, Pointer])[]> {
    const found = await pointers.getMany(models)
    return found.flatMap((stored) => (stored?.document ? [[stored.id, stored.document] as const] : []))
  }

  /** Moves generations to where others folded them. */
  async function seeCheckpoints(generations: readonly Generation[]): Promise<void> {
    const found = await checkpoints.getMany(generations.map(nameOf))
    for (const [index, generation] of generations.entries()) {
      arriveAt(generation, later(generation.checkpoint, found[index]?.position ?? START))
    }
  }

  async function open(projection: AnyProjection, number: number): Promise<Generation> {
    const name = collectionName(projection.name, number)
    const collection = documents.collection<Document>({ name, indexes: withOwnerIndex(projection.indexes) })
    const checkpoint = (await checkpoints.get(name))?.position ?? START
    return { projection, number, collection, checkpoint, changed: checkpoint }
  }

  /** The live generation; the first one of all when the model is new. */
  async function live(projection: AnyProjection): Promise<{ generation: Generation; version: number }> {
    const found = await pointer(projection.name)
    if (found) return { generation: await open(projection, found.document.generation), version: found.document.version }
    const document: Pointer = {
      generation: 1,
      claimed: 1,
      version: projection.version,
      previous: null,
      flippedAt: null,
    }
    await pointers.write([{ id: projection.name, position: START, document }])
    return live(projection)
  }

  /**
   * Folds a slice that follows the checkpoint, then moves the checkpoint by compare-and-set.
   * @param erased knows of all who were erased before it
   */
  async function advance(
    generation: Generation,
    events: readonly Recorded[],
    to: Position,
    erased?: ErasureIndex,
  ): Promise<void> {
    if (generation.checkpoint >= to) return
    const touched = await foldSlice(
      generation.projection,
      generation.collection,
      eventsAfter(events, generation.checkpoint),
      erased,
    )
    await moveCheckpoint(generation, to)
    if (touched) generation.changed = generation.checkpoint
  }

  async function moveCheckpoint(generation: Generation, to: Position): Promise<void> {
    if (generation.checkpoint >= to) return
    const id = nameOf(generation)
    const expected = generation.checkpoint === START ? {} : { expected: generation.checkpoint }
    const conflicts = await checkpoints.write([{ id, position: to, document: {}, ...expected }])
    if (conflicts.length === 0) generation.checkpoint = to
    else {
      // Another process folds this model too. Its documents guard themselves; whoever is further leads.
      const found = (await checkpoints.get(id))?.position ?? START
      if (found < generation.checkpoint)
        throw new Error(`${id} was begun anew by somebody else while it was folded here`)
      arriveAt(generation, found)
      if (found < to) await moveCheckpoint(generation, to)
    }
  }

  /** An empty generation with a number that is nobody else's. */
  async function claim(projection: AnyProjection): Promise<Generation> {
    await live(projection)
    const { document, position } = (await pointer(projection.name))!
    const number = document.claimed + 1
    if (!(await turn(projection.name, position, { ...document, claimed: number }))) return claim(projection)
    return { ...(await begin(projection, number)), follows: document.generation }
  }

  /** Writes a pointer, unless somebody else did since it was read. */
  async function turn(model: string, read: Position, document: Pointer): Promise<boolean> {
    const conflicts = await pointers.write([{ id: model, expected: read, position: next(read), document }])
    return conflicts.length === 0
  }

  /** An empty generation with a number nobody sees yet. */
  async function begin(projection: AnyProjection, number: number): Promise<Generation> {
    await drop(projection.name, number)
    return open(projection, number)
  }

  async function drop(model: string, number: number): Promise<void> {
    const name = collectionName(model, number)
    const checkpoint = await checkpoints.get(name)
    if (checkpoint) {
      const { position } = checkpoint
      await checkpoints.write([{ id: name, expected: position, position, document: null }])
    }
    // Also when there was none: an earlier attempt may have ended between the two.
    await checkpoints.sweep(AFTER_ALL)
    await documents.collection({ name }).drop()
  }

  /**
   * Readers see this generation from now on, in every process within a second.
   * @returns false when another flip came first: then nothing is changed
   */
  async function flip(generation: Generation, now: string): Promise<boolean> {
    const { number, follows, projection } = generation
    const found = await pointer(projection.name)
    if (
      !found ||
      number <= found.document.generation ||
      (follows ?? found.document.generation) !== found.document.generation
    ) {
      return false
    }
    const { generation: previous, previous: last } = found.document
    const document = { ...found.document, generation: number, version: projection.version, previous, flippedAt: now }
    if (!(await turn(projection.name, found.position, document))) return flip(generation, now)
    if (last !== null) await drop(projection.name, last)
    return true
  }

  /** Forgets the generation before the live one, when nobody can be reading it any more. */
  async function dropPrevious(model: string, flippedBefore: string): Promise<void> {
    const found = await pointer(model)
    if (!found || found.document.previous === null || (found.document.flippedAt ?? '') >= flippedBefore) return
    if (await turn(model, found.position, { ...found.document, previous: null }))
      await drop(model, found.document.previous)
  }

  return { pointer, pointers: pointersOf, seeCheckpoints, open, live, advance, claim, begin, drop, flip, dropPrevious }
}
