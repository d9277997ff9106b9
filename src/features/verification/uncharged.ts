// The daily limit on results that cost nothing.
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import { RateLimited } from '../../kernel/failure.js'
import { perAccount, windowKey } from '../../kernel/limits.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import { DAY_MS, MINUTE_MS } from '../../kernel/time.js'
import { type Caller, isPublishable } from '../accounts/index.js'

/**
 * How long an account that has used up its day is rejected before it may try again: its next uncharged result blocks
 * it again. So a DNS outage does not lock it out for the rest of the day.
 */
const LOCKOUT_MS = 10 * MINUTE_MS
/** Maximum number of accounts cached as having used up their day. */
const MAX_EXHAUSTED = 10_000

type Measured = Pick<Caller, 'account' | 'perMonth' | 'restrictions'>

/** Maximum uncharged results of an account per day. */
export const dailyLimitOf = ({ perMonth }: Pick<Caller, 'perMonth'>): number =>
  Math.max(perAccount.uncharged.minPerDay, perMonth)

export type UnchargedLimit = ReturnType<typeof createUnchargedLimit>

/**
 * Limits the uncharged results an account can have recorded per day: results that DNS could not confirm, and repeated
 * addresses of synchronous batches. They are counted after the response, so counting adds no latency. Processes share
 * the count; each detects that the day is used up by its next uncharged result. Those of publishable keys, which everybody
 * can use, are not among them: their requests per day are limited to fewer.
 */
export function createUnchargedLimit({ limiter, clock }: { readonly limiter: Limiter; readonly clock: Clock }) {
  /** End of the window by account, milliseconds since the epoch. */
  const exhausted = new LRUCache<string, number>(entryLimit(MAX_EXHAUSTED))

  async function count(caller: Measured, amount: number): Promise<void> {
    const { account } = caller
    const { allowed, remaining, resetsAt } = await limiter.hit(
      windowKey('uncharged', account),
      dailyLimitOf(caller),
      DAY_MS,
      amount,
    )
    if (!allowed || remaining === 0) exhausted.set(account, Math.min(resetsAt, clock.now() + LOCKOUT_MS))
  }

  return {
    /** @throws RateLimited when the account has used up its day */
    requireAllowance(caller: Measured): void {
      if (exhausted.size === 0) return
      const resetsAt = exhausted.get(caller.account)
      if (resetsAt === undefined || isPublishable(caller)) return
      const now = clock.now()
      const left = resetsAt - now
      if (left <= 0 || left > DAY_MS) return void exhausted.delete(caller.account)
      const limit = dailyLimitOf(caller)
      throw new RateLimited(
        `Uncharged results (not confirmed by DNS, or repeated addresses) are limited to ${limit} per day and account.`,
        { limit, scope: 'day', resetsAt, now },
      )
    },

    /** Counts results that were recorded but not charged. */
    note(caller: Measured, results: number, { notified = false } = {}): void {
      if (results === 0 || isPublishable(caller)) return
      // Errors are ignored: when the limiter is down, the quota cannot be taken either, so nothing is verified.
      count(caller, notified ? results * perAccount.uncharged.notifiedWeight : results).catch(() => {})
    },
  }
}
