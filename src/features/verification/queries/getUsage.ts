import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, monthOf } from '../../../kernel/clock.js'
import type { Caller } from '../../accounts/index.js'
import { usage, usageId } from '../projections/usage.js'

export interface UsageView {
  /** The UTC month, `yyyy-mm`. */
  readonly month: string
  /** Number of addresses charged in the month. */
  readonly verifications: number
  readonly limit: number
  /** Number of addresses neither charged nor reserved for a batch. */
  readonly remaining: number
  readonly perMinute: number
  /** Reported, not enforced. */
  readonly perSecond: number
  readonly plan: string
}

/**
 * The caller's usage of a month, by default the current one. Read-your-writes: includes every result returned before. A
 * sandbox key uses nothing and does not see the usage of other keys.
 */
export const createGetUsage =
  ({ eventing, clock }: { eventing: Eventing; clock: Clock }) =>
  async (
    { account, sandbox, plan, perMonth, perMinute }: Caller,
    month: string = monthOf(clock.now()),
  ): Promise<UsageView> => {
    const { charged, reserved } = (sandbox ? undefined : await find()) ?? { charged: 0, reserved: 0 }
    return {
      month,
      verifications: charged,
      limit: perMonth,
      remaining: Math.max(0, perMonth - charged - reserved),
      perMinute,
      perSecond: Math.ceil(perMinute / 60),
      plan,
    }

    async function find() {
      await eventing.waitForHead([usage.name])
      return (await eventing.read(usage).get(usageId(account, month)))?.document
    }
  }
