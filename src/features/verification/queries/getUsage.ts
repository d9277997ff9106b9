// The query for an account's usage.
import type { Reading } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { endOfMonth, monthOf } from '../../../kernel/months.js'
import type { Caller } from '../../accounts/index.js'
import { type UsageDocument, usage, usageId } from '../projections/usage.js'

/** Usage of a UTC day. */
interface UsageDay {
  /** `yyyy-mm-dd`. */
  readonly day: string
  /** Number of addresses charged. */
  readonly verifications: number
  /** Number of results, charged or not. */
  readonly results: number
}

interface UsageView {
  /** The UTC month, `yyyy-mm`. */
  readonly month: string
  /** Number of addresses charged in the month. */
  readonly verifications: number
  readonly limit: number
  /** Every day of the month, up to today; they add up to the month. */
  readonly days: readonly UsageDay[]
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
export type GetUsage = (caller: Caller, month?: string) => Promise<UsageView>

export const createGetUsage =
  ({ eventing, clock }: { eventing: Reading; clock: Clock }): GetUsage =>
  async ({ account, sandbox, plan, perMonth, perMinute }, month = monthOf(clock.now())) => {
    const found = sandbox ? undefined : await find()
    const { charged, reserved } = found ?? { charged: 0, reserved: 0 }
    return {
      month,
      verifications: charged,
      days: daysOf(month, found, clock.now()),
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

function daysOf(month: string, document: UsageDocument | undefined, now: number): UsageDay[] {
  const { chargedByDay = [], answeredByDay = [] } = document ?? {}
  const today = iso(now).slice(0, 'yyyy-mm-dd'.length)
  const lastDay = new Date(endOfMonth(month) - 1).getUTCDate()
  return Array.from({ length: lastDay }, (_, index) => ({
    day: `${month}-${String(index + 1).padStart(2, '0')}`,
    verifications: chargedByDay[index] ?? 0,
    results: answeredByDay[index] ?? 0,
  })).filter(({ day, results, verifications }) => day <= today || results + verifications > 0)
}
