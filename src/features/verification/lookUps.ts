import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import type { Asking } from './engine/engine.js'
import type { Facts } from './engine/facts.js'

/**
 * Mail routes that may be looked up at once. A route asks one question at a time, but for targets of which one failed;
 * with those, and what goes on after a deadline, they fill what the resolver takes (2,000) and not more, so that nobody
 * waits in the resolver's own queue, which knows no accounts.
 */
export const MOST_ROUTES = 1_500
/** Whoever is alone may have four fifths of them. */
const ALPHA = 4

/** Who asks, and how: work that waits for nobody leaves room for callers of the same account, who do. */
export const lookUpKey = {
  single: (account: string) => account,
  many: (account: string) => `many ${account}`,
  batch: (account: string) => `batch ${account}`,
}

export type LookUps = ReturnType<typeof createLookUps>

/** DNS look-ups under way, shared fairly between accounts. What the cache knows needs no share. */
export function createLookUps({ most = MOST_ROUTES } = {}) {
  const semaphore = createFairSemaphore({ permits: most, alpha: ALPHA })

  function askNow(key: string, asking: Asking): Promise<Facts> {
    const release = () => semaphore.release(key)
    const facts = asking.ask()
    facts.then(release, release)
    return facts
  }

  return {
    /**
     * Asks DNS as soon as the key may.
     * @param wanted whether anybody still waits for the answer when its turn comes; else DNS is not asked
     */
    ask(key: string, asking: Asking, wanted: () => boolean): Promise<Facts> {
      const turn = semaphore.acquire(key)
      if (!turn) return askNow(key, asking)
      return turn.then(() => {
        if (wanted()) return askNow(key, asking)
        semaphore.release(key)
        return asking.unanswered()
      })
    },
  }
}
