import { type Clock, iso } from '../../kernel/clock.js'
import type { Position } from '../../kernel/position.js'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.js'
import type { Generations } from '../generations.js'
import type { Model } from '../model.js'

/** Readers in other processes may use the previous generation for this long after a flip. */
const PREVIOUS_GENERATION_TTL_MS = 10 * MINUTE_MS
/** The tombstone of a deleted document is kept until the checkpoint has been past it for this long. */
const TOMBSTONE_TTL_MS = HOUR_MS

/** Checkpoints of all models at a time. */
interface Mark {
  readonly at: number
  readonly checkpoints: ReadonlyMap<string, Position>
}

interface MaintenanceDependencies {
  readonly generations: Pick<Generations, 'dropPrevious'>
  readonly models: ReadonlyMap<string, Model>
  readonly clock: Clock
}

/**
 * Maintenance of read models: drops generations that no reader uses any more, and sweeps old tombstones. The returned
 * function runs one round. The age of a tombstone is measured by this process's clock, from when its own checkpoint
 * passed it, not by the times in the log: a runner that is slow to fold an old log still needs it.
 */
export function createMaintenance({ generations, models, clock }: MaintenanceDependencies): () => Promise<void> {
  const marks: Mark[] = []

  return async () => {
    const now = clock.now()
    const checkpoints = new Map([...models].map(([name, { serving }]) => [name, serving.checkpoint]))
    marks.push({ at: now, checkpoints })
    while (marks[1] && marks[1].at <= now - TOMBSTONE_TTL_MS) marks.shift()
    const [oldest] = marks
    for (const { projection, serving } of models.values()) {
      await generations.dropPrevious(projection.name, iso(now - PREVIOUS_GENERATION_TTL_MS))
      const past = oldest && oldest.at <= now - TOMBSTONE_TTL_MS && oldest.checkpoints.get(projection.name)
      if (past) await serving.collection.sweep(past)
    }
  }
}
