import { LRUCache } from 'lru-cache'
import type { Clock } from '../kernel/clock.js'
import type { Eventing } from './eventing.js'
import type { AnyProjection } from './projection.js'

/** Maximum number of cached results per query. */
const MAX_RESULTS = 100
/** Maximum age of a result in milliseconds: some depend on the time too, such as "within the last hour". */
const TTL_MS = 1_000

interface CachedResult<Result> {
  readonly version: string
  readonly result: Promise<Result>
}

/**
 * Caches the results of popular queries while the models they read have not changed, for a second at most. Results are
 * shared between callers: never mutate them.
 */
export const createQueryCache =
  ({ eventing, clock }: { readonly eventing: Pick<Eventing, 'versionToken'>; readonly clock: Clock }) =>
  <Arguments extends readonly (string | number)[], Result>(
    models: readonly AnyProjection[],
    query: (...args: Arguments) => Promise<Result>,
  ): ((...args: Arguments) => Promise<Result>) => {
    const names = models.map(({ name }) => name)
    const results = new LRUCache<string, CachedResult<Result>>({ max: MAX_RESULTS })
    return (...args) => {
      const key = args.join(' ')
      // Taken before the query runs, so that its result is never older than the version.
      const version = `${Math.floor(clock.now() / TTL_MS)} ${eventing.versionToken(names)}`
      const cached = results.get(key)
      if (cached?.version === version) return cached.result
      const fresh = { version, result: query(...args) }
      results.set(key, fresh)
      fresh.result.catch(() => {
        if (results.get(key) === fresh) results.delete(key)
      })
      return fresh.result
    }
  }
