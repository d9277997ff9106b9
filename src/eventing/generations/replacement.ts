// Makes a rebuilt generation of a read model the live one.
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import type { AnyProjection } from '../projection.js'
import type { Checkpoints } from './checkpoints.js'
import { collectionName, type Generation } from './generation.js'
import type { Pointer, Pointers } from './pointers.js'

/** A newer generation may replace the live one that it was claimed for; an unclaimed one may replace any older one. */
const mayReplace = (live: number, { number, follows = live }: Generation): boolean => number > live && follows === live

interface ReplacementDependencies {
  readonly documents: DocumentStore
  readonly pointers: Pointers
  readonly checkpoints: Pick<Checkpoints, 'remove'>
  readonly open: (projection: AnyProjection, number: number) => Promise<Generation>
  /** Opens the live generation; creates the first one when the model is new. */
  readonly live: (projection: AnyProjection) => Promise<unknown>
}

/** Replaces the live generation of a read model by one that was folded beside it. */
export function createReplacement({ documents, pointers, checkpoints, open, live }: ReplacementDependencies) {
  /** The live generation of each model below which this process has dropped all others. */
  const cleared = new Map<string, number>()

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

  /** Drops what is older than the live generation, also what rebuilds that were killed have left; not the previous one. */
  async function dropOlder(model: string, { generation, previous }: Pointer): Promise<void> {
    if (cleared.get(model) === generation) return
    for (let number = 1; number < generation; number++) if (number !== previous) await drop(model, number)
    cleared.set(model, generation)
  }

  /**
   * Makes a generation live: readers in every process see it within a second.
   * @returns false when another flip came first; then nothing has changed
   */
  async function flip(generation: Generation, now: string): Promise<boolean> {
    const { number, projection } = generation
    const found = await pointers.read(projection.name)
    if (!found || !mayReplace(found.document.generation, generation)) return false
    const { generation: previous } = found.document
    const { form: _, ...pointer } = found.document
    const { version } = projection
    const document = { ...pointer, ...pointers.ownForm, generation: number, version, previous, flippedAt: now }
    if (!(await pointers.replace(found, document))) return flip(generation, now)
    await dropOlder(projection.name, document)
    return true
  }

  /** Drops older generations than the live one: the previous one once no reader can be using it any more. */
  async function dropPrevious(model: string, flippedBefore: string): Promise<void> {
    const found = await pointers.read(model)
    if (!found) return
    await dropOlder(model, found.document)
    if (found.document.previous === null || (found.document.flippedAt ?? '') >= flippedBefore) return
    if (await pointers.replace(found, { ...found.document, previous: null })) await drop(model, found.document.previous)
  }

  return { claim, createEmpty, drop, flip, dropPrevious }
}
