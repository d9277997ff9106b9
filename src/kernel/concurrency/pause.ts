// A wait in the background, between two attempts or rounds.
import { setTimeout as sleep } from 'node:timers/promises'

/** Ends early, without an error, when the signal aborts. Does not keep the process alive. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {})
