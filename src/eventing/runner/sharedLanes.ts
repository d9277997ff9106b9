import { type Lane, laneOf, type Model } from '../model.js'

/** The lanes that models share, by name: those to which a model returns once it has caught up in a lane of its own. */
export function createSharedLanes(membersOf: (lane: Lane) => readonly Model[]) {
  const shared = new Map<string, Lane>()

  return {
    /**
     * Models that have caught up return to the lane of their name, if they have what it has already received. If it has
     * ended, this lane takes its place.
     */
    rejoin(lane: Lane): void {
      for (const model of membersOf(lane)) {
        const name = laneOf(model)
        const sharedLane = shared.get(name)
        if (!sharedLane || membersOf(sharedLane).length === 0) shared.set(name, lane)
        else if (model.state === 'running' && model.folding.checkpoint >= sharedLane.position) model.lane = sharedLane
      }
    },
    clear: (): void => shared.clear(),
  }
}
