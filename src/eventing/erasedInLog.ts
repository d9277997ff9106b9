import { ERASURES } from '../kernel/erasure.js'
import type { EventStore } from '../kernel/ports/eventStore.js'
import { later, type Position, START } from '../kernel/position.js'
import { createErasureIndex, erasures } from './erasureIndex.js'
import type { Generations } from './generations.js'
import type { AnyProjection } from './projection.js'

export interface ErasedInLogDependencies {
  readonly store: Pick<EventStore, 'readAll' | 'head'>
  readonly generations: Pick<Generations, 'live'>
  readonly projections: readonly AnyProjection[]
}

/** Owners that were erased, by the word of the log; how far it was read before, a read model remembers where there is one. */
export function createErasedInLog({ store, generations, projections }: ErasedInLogDependencies) {
  const erased = createErasureIndex()
  /** All up to here are known. */
  let reached: Position = START

  async function remember(): Promise<void> {
    if (!projections.includes(erasures)) return
    const { generation } = await generations.live(erasures)
    const { checkpoint, collection } = generation
    // Of another log, or of what this one lost when it was set back.
    if (checkpoint <= reached || checkpoint > (await store.head())) return
    for await (const { id, position } of collection.all()) erased.record(id, position)
    reached = later(reached, checkpoint)
  }

  /** Knows of all that is in the log up to a place, and perhaps of more. */
  async function reach(position: Position): Promise<void> {
    if (position <= reached) return
    await remember()
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
