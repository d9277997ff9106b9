// Folds slices of the log into generations of read models.
import type { Recorded } from '../../kernel/envelope.js'
import type { Position } from '../../kernel/position.js'
import type { ErasureIndex } from '../erasureIndex.js'
import { foldSlice } from '../fold.js'
import type { Checkpoints } from './checkpoints.js'
import type { Generation } from './generation.js'

/** Events after a position, out of events in log order; nearly always all of them. */
function eventsAfter(events: readonly Recorded[], position: Position): readonly Recorded[] {
  const [first] = events
  return !first || first.position > position ? events : events.filter((event) => event.position > position)
}

function idAt(events: readonly Recorded[], position: Position): string | undefined {
  const last = events.at(-1)
  return last?.position === position ? last.id : undefined
}

/** Folds slices of the log into generations, and moves their checkpoints. */
export function createAdvance(checkpoints: Pick<Checkpoints, 'move'>) {
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

  return { advanceEach, advance }
}
