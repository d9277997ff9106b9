import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import type { PendingFacts } from './engine/engine.js'
import type { Facts } from './engine/facts.js'

/**
 * Maximum number of concurrent mail-route lookups. A route usually has one DNS query in flight, more only after a
 * target
 * has failed. Together with lookups that continue after a deadline, they stay within the resolver's limit (2,000), so
 * that nothing waits in the resolver's own queue, which is not fair between accounts.
 */
export const MAX_CONCURRENT_ROUTES = 1_500
/** Dynamic threshold of the fair semaphore: an account that is alone gets four fifths of the permits. */
const ALPHA = 4

/**
 * Keys of the fair semaphore. Background work has its own key, so that it leaves permits for the account's interactive
 * requests.
 */
export const lookUpKey = {
  single: (account: string) => account,
  many: (account: string) => `many ${account}`,
  batch: (account: string) => `batch ${account}`,
}

export type LookUps = ReturnType<typeof createLookUps>

/** Shares concurrent DNS lookups fairly between accounts. Cached routes need no permit. */
export function createLookUps({ maxConcurrent = MAX_CONCURRENT_ROUTES } = {}) {
  const semaphore = createFairSemaphore({ permits: maxConcurrent, alpha: ALPHA })

  function resolve(key: string, pending: PendingFacts): Promise<Facts> {
    const release = () => semaphore.release(key)
    const facts = pending.queryDns()
    facts.then(release, release)
    return facts
  }

  return {
    /**
     * Queries DNS as soon as the key gets a permit.
     * @param wanted whether the result is still needed when the permit is granted; otherwise DNS is not queried
     */
    run(key: string, pending: PendingFacts, wanted: () => boolean): Promise<Facts> {
      const permit = semaphore.acquire(key)
      if (!permit) return resolve(key, pending)
      return permit.then(() => {
        if (wanted()) return resolve(key, pending)
        semaphore.release(key)
        return pending.timedOut()
      })
    },
  }
}
