// The daily limit on outcomes.
import type { Clock } from '../../kernel/clock.js'
import { RateLimited } from '../../kernel/failure.js'
import { perAccount, windowKey } from '../../kernel/limits.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import { DAY_MS } from '../../kernel/time.js'
import type { Caller } from '../accounts/index.js'

export interface OutcomeAllowance {
  /** Counts outcomes before they are recorded, all or none. @throws RateLimited when the account has used up its day */
  take(caller: Pick<Caller, 'account' | 'perMonth'>, outcomes: number): Promise<void>
}

export const createOutcomeAllowance = ({
  limiter,
  clock,
}: {
  readonly limiter: Limiter
  readonly clock: Clock
}): OutcomeAllowance => ({
  async take({ account, perMonth }, outcomes) {
    const { minPerDay, perMonthlyAddress } = perAccount.outcomes
    const limit = Math.max(minPerDay, perMonthlyAddress * perMonth)
    const { allowed, resetsAt } = await limiter.hit(windowKey('outcomes', account), limit, DAY_MS, outcomes)
    if (allowed) return
    const message = `Outcomes are limited to ${limit} per day and account. Nothing more was recorded.`
    throw new RateLimited(message, { limit, scope: 'day', resetsAt, now: clock.now() })
  },
})
