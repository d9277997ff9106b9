import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../../kernel/clock.js'
import { createFairSemaphore } from '../../../../kernel/concurrency/fairSemaphore.js'
import { abortable, createSingleFlight } from '../../../../kernel/concurrency/singleFlight.js'
import type { MailRouter, RoutedDomain } from '../route.js'
import { Budget } from './budget.js'
import { findRoute } from './findRoute.js'
import type { Lookups } from './reach.js'

export interface MailRouterOptions {
  readonly resolver: Lookups
  readonly clock: Clock
  /** Domains whose routes are kept; the least recently used one goes first. */
  readonly maxEntries: number
  /** Milliseconds for one route with all its look-ups; what is not answered by then counts as timed out. */
  readonly budgetMs: number
}

/**
 * Seconds. A TTL of zero forbids caching, but a batch of a thousand addresses at one domain is one occasion, not a
 * thousand; a day is the longest that a caller is told to rely on a result.
 */
const SHORTEST_LIFE = 5
const LONGEST_LIFE = 86_400
/** Look-ups of all routes beside the one that each is at: zones with many dead targets must not fill the resolver. */
const MOST_SPARE = 300

/**
 * Finds routes and keeps them for their TTL. Concurrent callers of one domain share the work; a caller's signal ends
 * its own wait only. A temporary route is never kept.
 */
export function createMailRouter({ resolver, clock, maxEntries, budgetMs }: MailRouterOptions): MailRouter {
  interface Entry {
    readonly routed: RoutedDomain
    /** Milliseconds since the epoch. */
    readonly until: number
  }
  const entries = new LRUCache<string, Entry>({ max: maxEntries })
  const fly = createSingleFlight<RoutedDomain>()
  const spare = createFairSemaphore({ permits: MOST_SPARE })

  function cached(domain: string): RoutedDomain | undefined {
    const entry = entries.get(domain)
    return entry && clock.now() < entry.until ? entry.routed : undefined
  }

  async function findNow(domain: string): Promise<RoutedDomain> {
    const checkedAt = clock.now()
    const budget = new Budget(resolver, budgetMs)
    try {
      const { route, ttl } = await findRoute(budget, domain, spare)
      const routed: RoutedDomain = { route, checkedAt, ttl }
      if (ttl !== undefined) {
        const life = Math.min(Math.max(ttl, SHORTEST_LIFE), LONGEST_LIFE)
        entries.set(domain, { routed, until: checkedAt + life * 1000 })
      }
      return routed
    } finally {
      budget.end()
    }
  }

  return {
    cached,
    find(domain, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const known = cached(domain)
      return known ? Promise.resolve(known) : abortable(fly(domain, findNow), signal)
    },
  }
}
