// Finds mail routes of domains, and caches them.
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../../kernel/clock.js'
import { createFairSemaphore } from '../../../../kernel/concurrency/fairSemaphore.js'
import { abortable, createSingleFlight } from '../../../../kernel/concurrency/singleFlight.js'
import { textEntryLimit } from '../../../../kernel/entryLimit.js'
import { sharedWork } from '../../../../kernel/limits.js'
import type { MailRoute, MailRouter, RoutedDomain } from '../route.js'
import { Budget } from './budget.js'
import { createDeadTargets } from './deadTargets.js'
import { findRoute } from './findRoute.js'
import type { Lookups } from './reach.js'
import { createZoneAllowance } from './zoneAllowance.js'

interface MailRouterOptions {
  readonly resolver: Lookups
  readonly clock: Clock
  /** Maximum number of cached routes, fewer if their exchanges have long names; the least recently used is evicted first. */
  readonly maxEntries: number
  /** Timeout in milliseconds for one route with all its lookups. */
  readonly budgetMs: number
}

/**
 * Bounds of a cached route's lifetime, in seconds. A TTL of zero forbids caching, but a thousand addresses of one batch
 * at the same domain count as one use; a day is the longest TTL reported to callers.
 */
const MIN_TTL_SECONDS = 5
const MAX_TTL_SECONDS = 86_400

/**
 * Finds routes and caches them for their TTL. Concurrent callers of one domain share the work; a caller's signal ends
 * only its own wait. Temporary routes are never cached; that a target failed is, for seconds.
 */
export function createMailRouter({ resolver, clock, maxEntries, budgetMs }: MailRouterOptions): MailRouter {
  interface Entry {
    readonly routed: RoutedDomain
    /** Milliseconds since the epoch. */
    readonly until: number
  }
  const entries = new LRUCache<string, Entry>(textEntryLimit(maxEntries, ({ routed }) => exchangesIn(routed.route)))
  const singleFlight = createSingleFlight<RoutedDomain>()
  const spare = createFairSemaphore({ permits: sharedWork.mailRoutes.spare })
  const dead = createDeadTargets(clock)
  const allowance = createZoneAllowance(clock)

  function cached(domain: string): RoutedDomain | undefined {
    const entry = entries.get(domain)
    if (!entry) return undefined
    const now = clock.now()
    // Nor does a clock that was set back keep it.
    return entry.routed.checkedAt <= now && now < entry.until ? entry.routed : undefined
  }

  async function findNow(domain: string): Promise<RoutedDomain> {
    const checkedAt = clock.now()
    const lookups = new Budget(resolver, budgetMs)
    try {
      const { route, ttl } = await findRoute({ domain, lookups, spare, dead, allowance })
      const routed: RoutedDomain = { route, checkedAt, ttl }
      if (ttl !== undefined) {
        const lifetime = Math.min(Math.max(ttl, MIN_TTL_SECONDS), MAX_TTL_SECONDS)
        entries.set(domain, { routed, until: checkedAt + lifetime * 1000 })
      }
      return routed
    } finally {
      lookups.end()
    }
  }

  return {
    cached,
    find(domain, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const known = cached(domain)
      return known ? Promise.resolve(known) : abortable(singleFlight(domain, findNow), signal)
    },
  }
}

const exchangesIn = (route: MailRoute): readonly string[] => ('exchanges' in route ? route.exchanges : [])
