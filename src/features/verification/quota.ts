// The monthly quota of addresses.
import type { Eventing } from '../../eventing/eventing.js'
import type { Actor } from '../../kernel/actor.js'
import { type Clock, endOfMonth } from '../../kernel/clock.js'
import { RateLimited } from '../../kernel/failure.js'
import { perAccount } from '../../kernel/limits.js'
import { ConcurrencyConflict, StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Ledger } from '../../kernel/ports/ledger.js'
import { streamName } from '../../kernel/stream.js'
import { type Caller, isPublishable } from '../accounts/index.js'
import type { UsageLimitReached } from './events.js'
import { usage, usageId } from './projections/usage.js'

interface QuotaDependencies {
  readonly eventing: Eventing
  readonly ledger: Ledger
  readonly clock: Clock
}

/** The account to charge, with its monthly limit. */
type Payer = Pick<Caller, 'account' | 'perMonth' | 'restrictions'>

/** The monthly quota: addresses are taken when work is accepted, and given back if they are not charged. */
export interface Quota {
  /**
   * Takes the whole amount or nothing.
   * @param admitted the rate limit, if it is still being counted: it is awaited at the same time, and if it refuses,
   * nothing stays taken
   * @returns the number of addresses used this month, including these
   * @throws RateLimited with the month's figures; the error of the rate limit, which precedes any other
   */
  take(payer: Payer, month: string, amount: number, actor: Actor, admitted?: Promise<void>): Promise<number>
  /**
   * Spares work whose number of addresses is not known yet. Takes nothing.
   * @throws RateLimited if the month is used up
   */
  requireRemaining(payer: Payer, month: string, actor: Actor): Promise<void>
  /** Gives back what was taken but not charged. Records once that the month is used up, if it is. */
  settle(payer: Payer, month: string, taken: number, charged: number, actor: Actor): Promise<void>
}

export function createQuota({ eventing, ledger, clock }: QuotaDependencies): Quota {
  const model = eventing.read(usage)
  const noticed = new Set<string>()
  /** Account months whose last address has been taken: on settlement, they are checked for being used up. */
  const full = new Set<string>()

  /** Primes the ledger with what the log has charged and reserved, even when the read model does not advance. */
  const prime = (account: string, month: string) => async (): Promise<number> => {
    const id = usageId(account, month)
    const caughtUp = await eventing.waitForHead([usage.name])
    const found = caughtUp ? (await model.get(id))?.document : await model.getUpToHead(id)
    return found ? found.charged + found.reserved : 0
  }

  function take(payer: Payer, month: string, amount: number, actor: Actor, admitted?: Promise<void>): Promise<number> {
    const taking = takeNow(payer, month, amount, actor)
    return admitted ? ifAdmitted(admitted, taking, () => settle(payer, month, amount, 0, actor)) : taking
  }

  async function takeNow(payer: Payer, month: string, amount: number, actor: Actor): Promise<number> {
    const { account, perMonth } = payer
    const allowed = isPublishable(payer) ? publishableShareOf(perMonth) : perMonth
    const { taken, used } = await ledger.take(account, month, amount, allowed, prime(account, month))
    if (!taken) return refuse(payer, month, used, amount, actor)
    if (used >= perMonth) full.add(usageId(account, month))
    return used
  }

  async function requireRemaining(payer: Payer, month: string, actor: Actor): Promise<void> {
    const { account, perMonth } = payer
    const { taken, used } = await ledger.take(account, month, 0, perMonth - 1, prime(account, month))
    if (!taken) await refuse(payer, month, used, 1, actor)
  }

  async function refuse(payer: Payer, month: string, used: number, amount: number, actor: Actor): Promise<never> {
    const { account, perMonth } = payer
    if (used >= perMonth) await noticeLimit(account, month, perMonth, actor)
    if (isPublishable(payer)) throw new RateLimited(SHARE_USED, { ...endingMonth(month), limit: 0 })
    const remaining = Math.max(0, perMonth - used)
    throw new RateLimited(
      remaining === 0
        ? `You have used all ${count(perMonth)} verifications for ${monthName(month)}.`
        : `This request needs ${count(amount)} verifications; ${count(remaining)} of ${count(perMonth)} remaining for ${monthName(month)}.`,
      { ...endingMonth(month), limit: perMonth, figures: { used, remaining, requested: amount } },
    )
  }

  const endingMonth = (month: string) => ({ scope: 'month', resetsAt: endOfMonth(month), now: clock.now() }) as const

  async function settle(payer: Payer, month: string, taken: number, charged: number, actor: Actor) {
    if (charged < taken) await ledger.giveBack(payer.account, month, taken - charged)
    if (full.has(usageId(payer.account, month))) await noticeLimit(payer.account, month, payer.perMonth, actor)
  }

  /**
   * Records once that the month is used up, judged by the log, because addresses in flight may still be given back. If
   * the store does not answer, the next rejected request tries again.
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

  return { take, requireRemaining, settle }
}

/** What was taken, once the request is admitted. @throws the refusal, after giving back, or the error of `taking` */
async function ifAdmitted<T>(admitted: Promise<void>, taking: Promise<T>, giveBack: () => Promise<void>): Promise<T> {
  const [admission, taken] = await Promise.allSettled([admitted, taking])
  if (admission.status === 'fulfilled') return taking
  if (taken.status === 'fulfilled') await giveBack()
  throw admission.reason
}

/** Addresses of a month after which publishable keys are refused, so that nobody can use up the rest with them. */
const publishableShareOf = (perMonth: number): number => Math.floor(perMonth * perAccount.publishable.monthShare)

/** Without figures: everybody can read a publishable key. */
const SHARE_USED = 'No more addresses can be checked with publishable keys this month.'

/** A number with thousands separators. */
const count = (number: number): string => number.toLocaleString('en-US')

const MONTH_NAME = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-11` as `November 2026`. */
const monthName = (month: string): string => MONTH_NAME.format(Date.parse(`${month}-01`))
