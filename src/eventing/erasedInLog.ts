import { ERASURES } from '../kernel/erasure.js'
import type { EventStore } from '../kernel/ports/eventStore.js'
import { later, type Position, START } from '../kernel/position.js'
import { createErasureIndex, erasures } from './erasureIndex.js'
import { checkpointAt } from './generations/generation.js'
import type { Generations } from './generations.js'
import { isInLog } from './logIdentity.js'
import type { AnyProjection } from './projection.js'

interface ErasedInLogDependencies {
  readonly store: Pick<EventStore, 'readAll' | 'head' | 'eventAt'>
  readonly generations: Pick<Generations, 'live'>
  readonly projections: readonly AnyProjection[]
}

export type ErasedInLog = ReturnType<typeof createErasedInLog>

/**
 * Owners erased according to the log, read incrementally. Starts from the `erasures` read model if there is one, so
 * that a new process need not read the log from the beginning.
 */
export function createErasedInLog({ store, generations, projections }: ErasedInLogDependencies) {
  const erased = createErasureIndex()
  /** Erasures up to here are known. */
  let reached: Position = START

  async function loadReadModel(): Promise<void> {
    if (!projections.includes(erasures)) return
    const { generation } = await generations.live(erasures)
    const { checkpoint, collection } = generation
    if (checkpoint <= reached || !(await isInLog(store, checkpointAt(generation)))) return
    for await (const { id, position } of collection.all()) erased.record(id, position)
    reached = later(reached, checkpoint)
  }

  /** Makes sure that all erasures up to a position are known; later ones may be known too. */
  async function reach(position: Position): Promise<void> {
    if (position <= reached) return
    await loadReadModel()
    if (position <= reached) return
    let last = position
    for await (const event of store.readAll({ after: reached, types: ERASURES })) {
      erased.observe([event])
      last = later(last, event.position)
    }
    reached = later(reached, last)
  }

  return { erased, reach }
}
