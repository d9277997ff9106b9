// As-of queries of the pool, a call each.
import { createPast, type PastDependencies } from '../../src/eventing/asOf/past.js'
import { createPoolAsOf, type PoolAsOf } from '../../src/features/pool/index.js'
import type { LeaderboardPeriod } from '../../src/features/pool/periods.js'

export type PastPoolDependencies = PastDependencies & Omit<Parameters<typeof createPoolAsOf>[0], 'past'>

export function openPastPool(given: PastPoolDependencies) {
  const past = createPast(given)
  const poolAsOf = createPoolAsOf({ ...given, past })
  return { ...asked(poolAsOf), prepareSnapshots: poolAsOf.prepareSnapshots, ...past }
}

/** @returns queries of times in milliseconds since the epoch */
export function asked({ at }: Pick<PoolAsOf, 'at'>) {
  const of = (time: number, signal?: AbortSignal, account?: string) =>
    at({ time, signal, ...(account !== undefined && { account }) })
  type Rest = [signal?: AbortSignal, account?: string]
  return {
    getPoolStats: async (time: number, ...rest: Rest) => (await of(time, ...rest)).getPoolStats(),
    getPoolDays: async (time: number, ...rest: Rest) => (await of(time, ...rest)).getPoolDays(),
    getPoolLeaderboard: async (period: LeaderboardPeriod, limit: number, time: number, ...rest: Rest) =>
      (await of(time, ...rest)).getPoolLeaderboard(period, limit),
  }
}
