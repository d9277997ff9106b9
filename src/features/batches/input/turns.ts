import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work after which others get their turn: no answer waits long for a file. */
const SLICE_MS = 5

/** To be asked between small pieces of work: waits for the others' turn when this one was long enough. */
export function createTurns(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}
