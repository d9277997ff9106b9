// The rate limit of as-of queries.
import type { Clock } from '../../../kernel/clock.js'
import { RateLimited } from '../../../kernel/failure.js'
import { perAccount, windowKey } from '../../../kernel/limits.js'
import type { Limiter } from '../../../kernel/ports/limiter.js'
import { MINUTE_MS } from '../../../kernel/time.js'
import type { Caller } from '../../accounts/index.js'
import type { LeaderboardPeriod } from '../periods.js'
import type { PoolDayView } from '../queries/getPoolDays.js'
import type { LeaderboardView } from '../queries/getPoolLeaderboard.js'
import type { PoolStatsView } from '../queries/getPoolStats.js'
import type { PoolAsOf } from './poolAsOf.js'

interface RateLimitedPoolAsOfDependencies {
  readonly poolAsOf: Pick<PoolAsOf, 'getPoolStats' | 'getPoolDays' | 'getPoolLeaderboard'>
  readonly limiter: Limiter
  readonly clock: Clock
}

/**
 * As-of queries for API callers, with a rate limit separate from that of other requests.
 * @throws RateLimited, before anything is read; Failure VALIDATION_ERROR, SERVICE_UNAVAILABLE
 */
export interface RateLimitedPoolAsOf {
  getPoolStats(caller: Caller, asOf: Date, signal?: AbortSignal): Promise<PoolStatsView>
  getPoolDays(caller: Caller, asOf: Date, signal?: AbortSignal): Promise<readonly PoolDayView[]>
  getPoolLeaderboard(
    caller: Caller,
    input: { readonly period: LeaderboardPeriod; readonly limit: number; readonly asOf: Date },
    signal?: AbortSignal,
  ): Promise<LeaderboardView>
}

export function createRateLimitedPoolAsOf({
  poolAsOf,
  limiter,
  clock,
}: RateLimitedPoolAsOfDependencies): RateLimitedPoolAsOf {
  async function count({ account, sandbox }: Caller): Promise<void> {
    const { perMinute } = perAccount.asOf
    const key = windowKey(sandbox ? 'sandbox_as_of' : 'as_of', account)
    const { allowed, resetsAt } = await limiter.hit(key, perMinute, MINUTE_MS)
    if (allowed) return
    const message = `As-of queries are limited to ${perMinute} per minute.`
    throw new RateLimited(message, { limit: perMinute, scope: 'minute', resetsAt, now: clock.now() })
  }

  return {
    async getPoolStats(caller, asOf, signal) {
      await count(caller)
      return poolAsOf.getPoolStats(asOf.getTime(), signal, caller.account)
    },
    async getPoolDays(caller, asOf, signal) {
      await count(caller)
      return poolAsOf.getPoolDays(asOf.getTime(), signal, caller.account)
    },
    async getPoolLeaderboard(caller, { period, limit, asOf }, signal) {
      await count(caller)
      return poolAsOf.getPoolLeaderboard(period, limit, asOf.getTime(), signal, caller.account)
    },
  }
}
