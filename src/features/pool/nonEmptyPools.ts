import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import { type Clock, stopwatch } from '../../kernel/clock.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import { poolStats } from './projections/poolStats.js'

/** TTL of the cached fact that a pool is empty: another process may contribute to it. */
const EMPTY_TTL_MS = 1_000
const CACHE_SIZE = 50_000

/** Caches which pools hold any entry, so that an empty pool costs no lookup. */
export interface NonEmptyPools {
  /** Whether the pool holds any entry; synchronous when cached. */
  readonly hasEntries: (pool: string) => boolean | Promise<boolean>
  /** Marks a pool as non-empty after a contribution by this process. */
  readonly markNonEmpty: (pool: string) => void
}

interface NonEmptyPoolsDependencies {
  readonly eventing: Eventing
  readonly clock: Clock
}

export function createNonEmptyPools({ eventing, clock }: NonEmptyPoolsDependencies): NonEmptyPools {
  const model = eventing.read(poolStats)
  const elapsed = stopwatch(clock)
  /**
   * When to check an empty pool again, by the stopwatch; infinity for a non-empty one, which is never checked again.
   */
  const nextCheck = new LRUCache<string, number | Promise<boolean>>(entryLimit(CACHE_SIZE))

  async function check(pool: string): Promise<boolean> {
    const holds = ((await model.get(pool))?.document.validations ?? 0) > 0
    // A contribution may have been made meanwhile.
    if (nextCheck.peek(pool) === Number.POSITIVE_INFINITY) return true
    nextCheck.set(pool, holds ? Number.POSITIVE_INFINITY : elapsed() + EMPTY_TTL_MS)
    return holds
  }

  return {
    hasEntries(pool) {
      const known = nextCheck.get(pool)
      if (known === Number.POSITIVE_INFINITY) return true
      if (known instanceof Promise) return known
      if (known !== undefined && elapsed() < known) return false
      const found = check(pool)
      nextCheck.set(pool, found)
      found.catch(() => {
        if (nextCheck.peek(pool) === found) nextCheck.delete(pool)
      })
      return found
    },
    markNonEmpty: (pool) => void nextCheck.set(pool, Number.POSITIVE_INFINITY),
  }
}
