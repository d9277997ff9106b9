import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import { type Clock, stopwatch } from '../../kernel/clock.js'
import { poolStats } from './projections/poolStats.js'

/** That a pool is empty is believed for this long: another process may have begun it. */
const TRUST_MS = 1_000
const POOLS = 50_000

export type NonEmptyPools = ReturnType<typeof createNonEmptyPools>

/** Which pools hold anything: whoever reads an empty one need not ask. */
export function createNonEmptyPools({ eventing, clock }: { readonly eventing: Eventing; readonly clock: Clock }) {
  const model = eventing.read(poolStats)
  /** When a pool that is empty is looked at again; never again, once it is not. */
  const elapsed = stopwatch(clock)
  const looked = new LRUCache<string, number | Promise<boolean>>({ max: POOLS })

  async function look(pool: string): Promise<boolean> {
    const holds = ((await model.get(pool))?.document.validations ?? 0) > 0
    // It may have begun in the meantime.
    if (looked.peek(pool) === Number.POSITIVE_INFINITY) return true
    looked.set(pool, holds ? Number.POSITIVE_INFINITY : elapsed() + TRUST_MS)
    return holds
  }

  return {
    /** Whether the pool holds anything; without waiting when it was asked a moment ago. */
    holdsAny(pool: string): boolean | Promise<boolean> {
      const known = looked.get(pool)
      if (known === Number.POSITIVE_INFINITY) return true
      if (known instanceof Promise) return known
      if (known !== undefined && elapsed() < known) return false
      const found = look(pool)
      looked.set(pool, found)
      found.catch(() => {
        if (looked.peek(pool) === found) looked.delete(pool)
      })
      return found
    },
    /** Somebody contributed to it. */
    begun: (pool: string): void => void looked.set(pool, Number.POSITIVE_INFINITY),
  }
}
