import type { Eventing } from '../../eventing/eventing.js'
import type { Actor } from '../../kernel/actor.js'
import { type Clock, endOfMonth } from '../../kernel/clock.js'
import { RateLimited } from '../../kernel/failure.js'
import { ConcurrencyConflict, StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Ledger } from '../../kernel/ports/ledger.js'
import { streamName } from '../../kernel/stream.js'
import type { Caller } from '../accounts/index.js'
import type { UsageLimitReached } from './events.js'
import { usage, usageId } from './projections/usage.js'

export interface QuotaDependencies {
  readonly eventing: Eventing
  readonly ledger: Ledger
  readonly clock: Clock
}

/** Whose month it is, and how many addresses it has. */
export type Payer = Pick<Caller, 'account' | 'perMonth'>

export type Quota = ReturnType<typeof createQuota>

/** A month's addresses: taken when work is accepted, given back when it cost nothing. */
export function createQuota({ eventing, ledger, clock }: QuotaDependencies) {
  const model = eventing.read(usage)
  const noticed = new Set<string>()
  /** Months of accounts in which somebody took the last address: whoever settles then looks whether it is charged. */
  const full = new Set<string>()

  /** What the log says: charged and reserved, even while the read model stands still. */
  const prime = (account: string, month: string) => async (): Promise<number> => {
    const id = usageId(account, month)
    const seen = await eventing.waitForHead([usage.name])
    const found = seen ? (await model.get(id))?.document : await model.getUpToHead(id)
    return found ? found.charged + found.reserved : 0
  }

  /**
   * Takes all or nothing.
   * @returns how much of the month is used now
   * @throws RateLimited with the month's figures
   */
  async function take({ account, perMonth }: Payer, month: string, amount: number, actor: Actor): Promise<number> {
    const { taken, used } = await ledger.take(account, month, amount, perMonth, prime(account, month))
    if (taken) {
      if (used >= perMonth) full.add(usageId(account, month))
      return used
    }
    if (used >= perMonth) await noticeLimit(account, month, perMonth, actor)
    const reset = endOfMonth(month)
    const remaining = Math.max(0, perMonth - used)
    throw new RateLimited(
      remaining === 0
        ? `Your plan's ${perMonth} addresses of ${month} are used up.`
        : `This needs ${amount} addresses, and ${remaining} of your plan's ${perMonth} are left in ${month}.`,
      {
        scope: 'month',
        limit: perMonth,
        reset: reset / 1_000,
        retryAfter: Math.max(1, Math.ceil((reset - clock.now()) / 1_000)),
        figures: { used, remaining, requested: amount },
      },
    )
  }

  /** What was taken and cost nothing goes back; when what stays fills the month, that is said once. */
  async function settle(payer: Payer, month: string, taken: number, charged: number, actor: Actor) {
    if (charged < taken) await ledger.giveBack(payer.account, month, taken - charged)
    if (full.has(usageId(payer.account, month))) await noticeLimit(payer.account, month, payer.perMonth, actor)
  }

  /**
   * Says once that the month is used up: by what the log holds, because what is in flight may come back. When the
   * store does not answer, whoever is refused next says it.
   */
  async function noticeLimit(account: string, month: string, allowed: number, actor: Actor): Promise<void> {
    const stream = streamName('limit', `${account}.${month}.month`)
    if (noticed.has(stream)) return
    try {
      const used = await prime(account, month)()
      if (used < allowed) return
      const data = { account, limit: 'month', period: month, used, allowed, reset: endOfMonth(month) / 1_000 } as const
      await eventing.append<UsageLimitReached>(stream, [{ type: 'UsageLimitReached', data }], actor, 'no_stream')
    } catch (error) {
      if (error instanceof StoreUnavailable) return
      if (!(error instanceof ConcurrencyConflict)) throw error
    }
    if (noticed.size > 10_000) noticed.clear()
    noticed.add(stream)
    full.delete(usageId(account, month))
  }

  return { take, settle }
}
