// The generations of read models: the live one, and those that are folded beside it.
import type { Document, DocumentStore } from '../kernel/ports/documentStore.js'
import { withOwnerIndex } from './erasureIndex.js'
import { createAdvance } from './generations/advance.js'
import { createCheckpoints } from './generations/checkpoints.js'
import { collectionName, type Generation } from './generations/generation.js'
import { createPointers } from './generations/pointers.js'
import { createReplacement } from './generations/replacement.js'
import type { AnyProjection } from './projection.js'

export type { Generation } from './generations/generation.js'
export type { Pointer } from './generations/pointers.js'

export type Generations = ReturnType<typeof createGenerations>

/**
 * Manages the generations of read models in a document store: documents, checkpoints, and the pointer to the live one.
 */
export function createGenerations(documents: DocumentStore) {
  const pointers = createPointers(documents)
  const checkpoints = createCheckpoints(documents)
  const { advanceEach, advance } = createAdvance(checkpoints)
  const replacement = createReplacement({ documents, pointers, checkpoints, open, live })

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
    ...replacement,
    publish,
  }
}
