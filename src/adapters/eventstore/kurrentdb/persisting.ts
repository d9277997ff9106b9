import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing, unavailable } from './failures.js'

/** Callers hear within 5 s that the store does not answer; what is begun before this may take as long as that. */
const BUDGET_MS = 1_000
const FIRST_PAUSE_MS = 25

/**
 * Does what may be done again, again, when the connection broke: an idle one is only found to be dead when it is used.
 * @throws StoreUnavailable
 */
export async function persisting<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + BUDGET_MS
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || performance.now() + pause > until) throw unavailable(error)
      await sleep(pause)
    }
  }
}
