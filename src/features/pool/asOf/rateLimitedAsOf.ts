import type { Clock } from '../../../kernel/clock.js'
import { RateLimited } from '../../../kernel/failure.js'
import type { Limiter } from '../../../kernel/ports/limiter.js'
import type { Caller } from '../../accounts/index.js'
import type { LeaderboardPeriod } from '../periods.js'
import type { PoolAsOf } from './poolAsOf.js'

const PER_MINUTE = 60
const MINUTE_MS = 60_000

export interface RateLimitedAsOfDependencies {
  readonly past: Pick<PoolAsOf, 'getPoolStats' | 'getPoolLeaderboard'>
  readonly limiter: Limiter
  readonly clock: Clock
}

export type RateLimitedAsOf = ReturnType<typeof createRateLimitedAsOf>

/**
 * The pool's past for whoever calls with a key: so often a minute, in a window of its own.
 * @throws RateLimited, before anything is done; Failure VALIDATION_ERROR, SERVICE_UNAVAILABLE
 */
export function createRateLimitedAsOf({ past, limiter, clock }: RateLimitedAsOfDependencies) {
  async function count({ account, sandbox }: Caller): Promise<void> {
    const key = `${sandbox ? 'sandbox_as_of' : 'as_of'}:${account}`
    const { allowed, resetsAt } = await limiter.hit(key, PER_MINUTE, MINUTE_MS)
    if (allowed) return
    const retryAfter = Math.max(1, Math.ceil((resetsAt - clock.now()) / 1_000))
    const message = `Questions about the past are limited to ${PER_MINUTE} a minute. Try again in ${retryAfter} s.`
    const reset = Math.ceil(resetsAt / 1_000)
    throw new RateLimited(message, { limit: PER_MINUTE, scope: 'minute', retryAfter, reset })
  }

  return {
    async getPoolStats(caller: Caller, asOf: Date, signal?: AbortSignal) {
      await count(caller)
      return past.getPoolStats(asOf.getTime(), signal, caller.account)
    },
    async getPoolLeaderboard(
      caller: Caller,
      asked: { readonly period: LeaderboardPeriod; readonly limit: number; readonly asOf: Date },
      signal?: AbortSignal,
    ) {
      await count(caller)
      return past.getPoolLeaderboard(asked.period, asked.limit, asked.asOf.getTime(), signal, caller.account)
    },
  }
}
