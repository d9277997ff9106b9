// Pauses within a check, so that nothing else is slower.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** To be called after each part of a check. */
export type Pause = () => Promise<void>

/** @param rest how long a pause is, as a multiple of the time since the last one; 0 for a turn of the event loop */
export function createPause(rest: number, signal: AbortSignal): Pause {
  let startedAt = performance.now()
  return async () => {
    await (rest > 0 ? sleep((performance.now() - startedAt) * rest, undefined, { signal }) : nextTurn())
    startedAt = performance.now()
  }
}
