// How far each generation of a read model has been folded.
import type { Change, DocumentStore, Stored } from '../../kernel/ports/documentStore.js'
import { START } from '../../kernel/position.js'
import { type Checkpoint, collectionName, type Generation } from './generation.js'

/** Greater than any position. */
const AFTER_ALL = 'g'

const NO_CONFLICTS: Promise<ReadonlySet<string>> = Promise.resolve(new Set())

const idOf = ({ projection, number }: Generation): string => collectionName(projection.name, number)

export type CheckpointDocument = { readonly event?: string }

export const checkpointOf = (stored: Stored<CheckpointDocument | null> | undefined): Checkpoint =>
  stored ? { position: stored.position, id: stored.document?.event } : { position: START }

export const documentOf = ({ id }: Checkpoint): CheckpointDocument => (id === undefined ? {} : { event: id })

/** Moves a checkpoint, unless another process has moved it. */
const changeOf = (generation: Generation, to: Checkpoint): Change<CheckpointDocument> => ({
  id: idOf(generation),
  position: to.position,
  document: documentOf(to),
  ...(generation.checkpoint !== START && { expected: generation.checkpoint }),
})

/** Adopts a checkpoint that another process reached; documents may have changed up to it. */
function adopt(generation: Generation, checkpoint: Checkpoint): void {
  if (generation.checkpoint === checkpoint.position) return
  set(generation, checkpoint)
  generation.changed = checkpoint.position
}

function set(generation: Generation, { position, id }: Checkpoint): void {
  generation.checkpoint = position
  generation.checkpointId = id
}

/** Stores the checkpoints of generations, moved by compare-and-set. */
export function createCheckpoints(documents: DocumentStore) {
  const checkpoints = documents.collection<CheckpointDocument>({ name: 'checkpoints' })

  /** @param id name of the generation's collection */
  const read = async (id: string): Promise<Checkpoint> => checkpointOf(await checkpoints.get(id))

  /** Updates generations to the checkpoints that other processes reached. */
  async function refresh(generations: readonly Generation[]): Promise<void> {
    const found = await checkpoints.getMany(generations.map(idOf))
    for (const [index, generation] of generations.entries()) {
      const checkpoint = checkpointOf(found[index])
      if (checkpoint.position > generation.checkpoint) adopt(generation, checkpoint)
    }
  }

  /** Moves checkpoints forward, in one write; never back. @returns the outcomes in the order of the generations */
  async function move(
    generations: readonly Generation[],
    to: Checkpoint,
  ): Promise<readonly PromiseSettledResult<void>[]> {
    const behind = generations.filter(({ checkpoint }) => checkpoint < to.position)
    const changes = behind.map((generation) => changeOf(generation, to))
    const writing = changes.length > 0 ? checkpoints.write(changes).then((ids) => new Set(ids)) : NO_CONFLICTS
    return Promise.allSettled(
      generations.map(async (generation) => {
        const conflicts = await writing
        if (generation.checkpoint >= to.position) return
        if (conflicts.has(idOf(generation))) await resolveConflict(generation, to)
        else set(generation, to)
      }),
    )
  }

  /**
   * Another process folds this model too. Each document is guarded by its own position; the later checkpoint wins.
   * @throws Error when that process has emptied the generation
   */
  async function resolveConflict(generation: Generation, to: Checkpoint): Promise<void> {
    const id = idOf(generation)
    const found = await read(id)
    if (found.position < generation.checkpoint)
      throw new Error(`${id} was restarted by another process while it was being folded`)
    adopt(generation, found)
    if (found.position >= to.position) return
    const conflicts = await checkpoints.write([changeOf(generation, to)])
    if (conflicts.length === 0) set(generation, to)
    else await resolveConflict(generation, to)
  }

  /** Deletes a checkpoint. @param id name of the generation's collection */
  async function remove(id: string): Promise<void> {
    const checkpoint = await checkpoints.get(id)
    if (checkpoint) {
      const { position } = checkpoint
      await checkpoints.write([{ id, expected: position, position, document: null }])
    }
    // Always sweep: an earlier attempt may have ended between the write and the sweep.
    await checkpoints.sweep(AFTER_ALL)
  }

  return { read, refresh, move, remove }
}

export type Checkpoints = ReturnType<typeof createCheckpoints>
