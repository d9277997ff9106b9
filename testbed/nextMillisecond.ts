// Waits until the clock has moved on, so that what is recorded later has a later time.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Waits for the next millisecond. @returns the one that has ended, since the epoch */
export async function nextMillisecond(): Promise<number> {
  const now = Date.now()
  while (Date.now() === now) await nextTurn()
  return now
}
