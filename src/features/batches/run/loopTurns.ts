import { politeTurn } from '../../../kernel/courtesy.js'

/** Resolves in a turn of the event loop that nobody else has who asked here: however many work, callers have theirs, and first. */
export type TakeTurn = () => Promise<void>

export function createLoopTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(politeTurn)
    return last
  }
}
