import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.js'
import { RateLimited } from '../../kernel/failure.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import type { Caller } from '../accounts/index.js'

const DAY_MS = 24 * 60 * 60_000
/** Uncharged answers of a day, or as many as the plan has addresses in a month. */
const LEAST = 10_000
/** A delivery to each listener takes so many times the space of the answer's own event. */
const NOTICE_WEIGHT = 10
/** Accounts that are remembered as having used up their day. */
const MOST_EXHAUSTED = 10_000

type Measured = Pick<Caller, 'account' | 'perMonth'>

const limitOf = ({ perMonth }: Measured): number => Math.max(LEAST, perMonth)

export type Uncharged = ReturnType<typeof createUncharged>

/**
 * Bounds what an account has recorded without being charged: unknown results, and repeated addresses of synchronous
 * batches. They are counted after the answer, so nobody waits for it; several processes share the count, and each finds
 * out with its next uncharged answer that the day is used up.
 */
export function createUncharged({ limiter, clock }: { readonly limiter: Limiter; readonly clock: Clock }) {
  /** Account to the end of its window, milliseconds since the epoch. */
  const exhausted = new LRUCache<string, number>({ max: MOST_EXHAUSTED })

  async function count(caller: Measured, amount: number): Promise<void> {
    const { account } = caller
    const { allowed, remaining, resetsAt } = await limiter.hit(`uncharged:${account}`, limitOf(caller), DAY_MS, amount)
    if (!allowed || remaining === 0) exhausted.set(account, resetsAt)
  }

  return {
    /** @throws RateLimited when the account has used up its day */
    requireLeft(caller: Measured): void {
      if (exhausted.size === 0) return
      const resetsAt = exhausted.get(caller.account)
      if (resetsAt === undefined) return
      const left = resetsAt - clock.now()
      if (left <= 0 || left > DAY_MS) return void exhausted.delete(caller.account)
      const limit = limitOf(caller)
      const retryAfter = Math.max(1, Math.ceil(left / 1_000))
      throw new RateLimited(
        `Answers to your account that are not charged (unknown results, repeated addresses) are limited to ${limit} a day. Try again in ${retryAfter} s.`,
        { limit, scope: 'day', retryAfter, reset: Math.ceil(resetsAt / 1_000) },
      )
    },

    /** Counts answers that were recorded and not charged. */
    note(caller: Measured, answers: number, { notified = false } = {}): void {
      if (answers === 0) return
      // Where nobody can count, quotas cannot be taken either: nothing more is verified.
      count(caller, notified ? answers * NOTICE_WEIGHT : answers).catch(() => {})
    },
  }
}
