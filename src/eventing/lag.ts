import type { Clock } from '../kernel/clock.js'
import type { EventStore } from '../kernel/ports/eventStore.js'
import type { Position } from '../kernel/position.js'

interface LagDependencies {
  readonly store: Pick<EventStore, 'readAll'>
  readonly clock: Clock
}

/** Age in milliseconds of the oldest event after a position, at least 1; 0 if there is none. @param types all by default */
export async function lagAfter(
  after: Position,
  { store, clock }: LagDependencies,
  types?: ReadonlySet<string>,
): Promise<number> {
  for await (const next of store.readAll({ after, ...(types && { types }), limit: 1 })) {
    return Math.max(1, clock.now() - Date.parse(next.recordedAt))
  }
  return 0
}

/** Ages of the oldest events after several positions. Each position is read once. */
export async function lagsAfter(
  positions: Iterable<Position>,
  dependencies: LagDependencies,
): Promise<ReadonlyMap<Position, number>> {
  const distinct = [...new Set(positions)]
  return new Map(await Promise.all(distinct.map(async (at) => [at, await lagAfter(at, dependencies)] as const)))
}
