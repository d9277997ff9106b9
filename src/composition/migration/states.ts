// Folds and compares the read models of both sides of a migration.
import { createHash } from 'node:crypto'
import { eventTypes } from '../../eventCategories.js'
import { createErasedInLog } from '../../eventing/erasedInLog.js'
import { createErasureIndex } from '../../eventing/erasureIndex.js'
import { createGenerations, type Generation } from '../../eventing/generations.js'
import { foldToHead, rebuild } from '../../eventing/rebuild.js'
import { withUpcasters } from '../../eventing/upcast.js'
import { dump } from '../../eventing/verify.js'
import { systemClock as clock } from '../../kernel/clock.js'
import { DamagedDocument, type DocumentStore } from '../../kernel/ports/documentStore.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import { upcasters } from '../../upcasters.js'
import { projections } from '../projections.js'

/** The state of one read model. */
interface ModelState {
  readonly model: string
  readonly documents: number
  /** SHA-256 over its documents with their positions, as canonical JSON. */
  readonly hash: string
}

/**
 * Folds every live read model from its checkpoint to the end of a log.
 * @param onProgress called with the number of events folded so far
 */
export async function foldModels(
  log: EventStore,
  documents: DocumentStore,
  onProgress: (events: number) => void,
): Promise<ModelState[]> {
  const store = withUpcasters(log, upcasters, eventTypes)
  const generations = createGenerations(documents)
  const live = () => Promise.all(projections.map(generations.live))
  // The program may have been upgraded since an earlier attempt.
  const outdated = (await live()).filter(({ generation, version }) => generation.projection.version !== version)
  const named = outdated.map(({ generation }) => generation.projection)
  if (named.length > 0) await rebuild({ store, generations, clock }, named, onProgress)
  const targets = (await live()).map(({ generation }) => generation)
  const { erased, reach } = createErasedInLog({ store, generations, projections })
  await reach(targets.map(({ checkpoint }) => checkpoint).sort()[0]!)
  await foldToHead(store, generations, targets, erased, onProgress)
  return Promise.all(targets.map(stateOf))
}

/** The same for an empty document store, and a log that can be read only once. */
export async function foldModelsOnce(
  log: EventStore,
  documents: DocumentStore,
  onProgress: (events: number) => void,
): Promise<ModelState[]> {
  const generations = createGenerations(documents)
  const targets = await Promise.all(projections.map((projection) => generations.open(projection, 1)))
  await foldToHead(withUpcasters(log, upcasters, eventTypes), generations, targets, createErasureIndex(), onProgress)
  return Promise.all(targets.map(stateOf))
}

/** In place of the hash of a model with a damaged document: differs from every hash. */
const DAMAGED = 'damaged'

async function stateOf({ projection, collection }: Generation): Promise<ModelState> {
  const hash = createHash('sha256')
  let documents = 0
  try {
    for await (const line of dump(collection)) {
      hash.update(line)
      documents++
    }
  } catch (error) {
    if (!(error instanceof DamagedDocument)) throw error
    return { model: projection.name, documents, hash: DAMAGED }
  }
  return { model: projection.name, documents, hash: hash.digest('hex') }
}

/** One hash over the states of all read models. */
export const hashOf = (states: readonly ModelState[]): string =>
  createHash('sha256')
    .update(states.map(({ model, hash }) => `${model} ${hash}\n`).join(''))
    .digest('hex')

/** Deletes all read models, or those that are named, so that they are folded again from the start. */
export async function dropModels(documents: DocumentStore, models?: readonly string[]): Promise<void> {
  const generations = createGenerations(documents)
  for (const projection of projections) {
    if (models && !models.includes(projection.name)) continue
    await generations.drop(projection.name, (await generations.live(projection)).generation.number)
  }
}
