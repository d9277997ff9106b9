// Shares concurrent DNS lookups fairly between accounts.
import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { createTurnQuota } from '../../kernel/concurrency/turnQuota.js'
import { yieldToEventLoop } from '../../kernel/concurrency/yielding.js'
import { sharedWork } from '../../kernel/limits.js'
import type { PendingFacts } from './engine/engine.js'
import type { Facts } from './engine/facts.js'

export const MAX_CONCURRENT_ROUTES: number = sharedWork.mailRoutes.permits
/**
 * Lookups of lists that start in one turn of the event loop after having waited for a permit. Where DNS responds
 * immediately, responses would otherwise start further lookups without an end, and single requests would wait.
 */
const STARTS_PER_TURN = 16

/** The caller of a lookup. */
interface LookUpKey {
  /**
   * Key of the fair semaphore. Lists have their own keys, so that they leave permits for the account's interactive
   * requests.
   */
  readonly share: string
  /** Whether lookups that have waited start in turns that they share with all background work. */
  readonly background: boolean
}

export const lookUpKey = {
  single: (account: string): LookUpKey => ({ share: account, background: false }),
  many: (account: string): LookUpKey => ({ share: `many ${account}`, background: true }),
  batch: (account: string): LookUpKey => ({ share: `batch ${account}`, background: true }),
}

export type LookUps = ReturnType<typeof createLookUps>

/** Shares concurrent DNS lookups fairly between accounts. Cached routes need no permit. */
export function createLookUps({ maxConcurrent = MAX_CONCURRENT_ROUTES } = {}) {
  const semaphore = createFairSemaphore({ ...sharedWork.mailRoutes, permits: maxConcurrent })

  const takeStart = createTurnQuota(STARTS_PER_TURN, (callback) => void yieldToEventLoop().then(callback))

  function resolve(share: string, pending: PendingFacts): Promise<Facts> {
    const release = () => semaphore.release(share)
    const facts = pending.queryDns()
    facts.then(release, release)
    return facts
  }

  return {
    /**
     * Queries DNS as soon as the key gets a permit.
     * @param wanted whether the result is still needed when the permit is granted; otherwise DNS is not queried
     */
    run({ share, background }: LookUpKey, pending: PendingFacts, wanted: () => boolean): Promise<Facts> {
      const permit = semaphore.acquire(share)
      if (!permit) return resolve(share, pending)
      const started = background ? permit.then(takeStart) : permit
      return started.then(() => {
        if (wanted()) return resolve(share, pending)
        semaphore.release(share)
        return pending.timedOut()
      })
    },
  }
}
