import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, monthOf } from '../../../kernel/clock.js'
import type { Caller } from '../../accounts/index.js'
import { usage, usageId } from '../projections/usage.js'

export interface UsageView {
  /** Addresses charged this month (UTC). */
  readonly verifications: number
  readonly limit: number
  /** What is neither charged nor set aside for a batch. */
  readonly remaining: number
  readonly perMinute: number
  /** Reported, not enforced. */
  readonly perSecond: number
  readonly plan: string
}

/** What the caller used of this month; sees every answer given before it was asked. */
export const createGetUsage =
  ({ eventing, clock }: { eventing: Eventing; clock: Clock }) =>
  async ({ account, plan, perMonth, perMinute }: Caller): Promise<UsageView> => {
    await eventing.follow(await eventing.head(), [usage.name])
    const month = (await eventing.read(usage).get(usageId(account, monthOf(clock.now()))))?.document
    const { charged, reserved } = month ?? { charged: 0, reserved: 0 }
    return {
      verifications: charged,
      limit: perMonth,
      remaining: Math.max(0, perMonth - charged - reserved),
      perMinute,
      perSecond: Math.ceil(perMinute / 60),
      plan,
    }
  }
