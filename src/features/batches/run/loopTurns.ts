import { setImmediate as nextTurn } from 'node:timers/promises'

/** Resolves in a turn of the event loop that nobody else has who asked here: however many work, callers have theirs. */
export type TakeTurn = () => Promise<void>

export function createLoopTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => nextTurn())
    return last
  }
}
