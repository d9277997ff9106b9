import type { Change, Document, DocumentStore } from '../../kernel/ports/documentStore.js'
import { later, type Position, START } from '../../kernel/position.js'
import { collectionName, type Generation } from './generation.js'

/** Greater than any position. */
const AFTER_ALL = 'g'

const NO_CONFLICTS: Promise<ReadonlySet<string>> = Promise.resolve(new Set())

const idOf = ({ projection, number }: Generation): string => collectionName(projection.name, number)

/** Moves a checkpoint, unless another process has moved it. */
const changeOf = (generation: Generation, to: Position): Change<Document> => ({
  id: idOf(generation),
  position: to,
  document: {},
  ...(generation.checkpoint !== START && { expected: generation.checkpoint }),
})

/** Adopts a checkpoint that another process reached; documents may have changed up to it. */
function adopt(generation: Generation, position: Position): void {
  if (generation.checkpoint === position) return
  generation.checkpoint = position
  generation.changed = position
}

/** Stores the checkpoints of generations, moved by compare-and-set. */
export function createCheckpoints(documents: DocumentStore) {
  const checkpoints = documents.collection<Document>({ name: 'checkpoints' })

  /** @param id name of the generation's collection */
  const read = async (id: string): Promise<Position> => (await checkpoints.get(id))?.position ?? START

  /** Updates generations to the checkpoints that other processes reached. */
  async function refresh(generations: readonly Generation[]): Promise<void> {
    const found = await checkpoints.getMany(generations.map(idOf))
    for (const [index, generation] of generations.entries()) {
      adopt(generation, later(generation.checkpoint, found[index]?.position ?? START))
    }
  }

  /** Moves checkpoints forward, in one write; never back. @returns the outcomes in the order of the generations */
  async function move(
    generations: readonly Generation[],
    to: Position,
  ): Promise<readonly PromiseSettledResult<void>[]> {
    const behind = generations.filter(({ checkpoint }) => checkpoint < to)
    const changes = behind.map((generation) => changeOf(generation, to))
    const writing = changes.length > 0 ? checkpoints.write(changes).then((ids) => new Set(ids)) : NO_CONFLICTS
    return Promise.allSettled(
      generations.map(async (generation) => {
        const conflicts = await writing
        if (generation.checkpoint >= to) return
        if (conflicts.has(idOf(generation))) await resolveConflict(generation, to)
        else generation.checkpoint = to
      }),
    )
  }

  /**
   * Another process folds this model too. Each document is guarded by its own position; the later checkpoint wins.
   * @throws Error when that process has emptied the generation
   */
  async function resolveConflict(generation: Generation, to: Position): Promise<void> {
    const id = idOf(generation)
    const found = await read(id)
    if (found < generation.checkpoint)
      throw new Error(`${id} was restarted by another process while it was being folded`)
    adopt(generation, found)
    if (found >= to) return
    const conflicts = await checkpoints.write([changeOf(generation, to)])
    if (conflicts.length === 0) generation.checkpoint = to
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
