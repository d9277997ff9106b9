// The monthly quota of addresses.
import type { Eventing } from '../../eventing/eventing.js'
import type { Actor } from '../../kernel/actor.js'
import type { Clock } from '../../kernel/clock.js'
import { RateLimited } from '../../kernel/failure.js'
import { newId } from '../../kernel/ids.js'
import { perAccount } from '../../kernel/limits.js'
import { endOfMonth } from '../../kernel/months.js'
import { ConcurrencyConflict, StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Ledger } from '../../kernel/ports/ledger.js'
import { type Caller, isPublishable } from '../accounts/index.js'
import { type Level, levelOf, limitOf, missingToNext, tellOf } from './limitNotices.js'
import { usage, usageId } from './projections/usage.js'

interface QuotaDependencies {
  readonly eventing: Eventing
  readonly ledger: Ledger
  readonly clock: Clock
}

/** A percentage that the ledger says is reached, and that is not known to be recorded. */
interface DueNotice {
  level: Level
  /** Addresses that have to be charged until the log can show it. */
  missing: number
  isBeingTold: boolean
}

/** Account months whose recorded percentages are remembered. */
const MAX_TOLD = 10_000

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
  /**
   * Gives back what was taken but not charged. Records, once each, that 50, 70, 90 and 100 % of the month are used, by what the log
   * has charged and reserved.
   */
  settle(payer: Payer, month: string, taken: number, charged: number, actor: Actor): Promise<void>
}

export function createQuota({ eventing, ledger, clock }: QuotaDependencies): Quota {
  const model = eventing.read(usage)
  /** The highest percentage of account months that is known to be recorded. */
  const told = new Map<string, Level>()
  const due = new Map<string, DueNotice>()

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
    const level = levelOf(used, perMonth)
    if (level > 0) expectNotice(usageId(account, month), level)
    return used
  }

  /** @returns undefined if the percentage is told */
  function expectNotice(id: string, level: Level): DueNotice | undefined {
    if (level <= (told.get(id) ?? 0)) return undefined
    const notice = due.get(id) ?? { level, missing: 0, isBeingTold: false }
    if (level > notice.level) Object.assign(notice, { level, missing: 0 })
    due.set(id, notice)
    return notice
  }

  async function requireRemaining(payer: Payer, month: string, actor: Actor): Promise<void> {
    const { account, perMonth } = payer
    const { taken, used } = await ledger.take(account, month, 0, perMonth - 1, prime(account, month))
    if (!taken) await refuse(payer, month, used, 1, actor)
  }

  async function refuse(payer: Payer, month: string, used: number, amount: number, actor: Actor): Promise<never> {
    const { account, perMonth } = payer
    const notice = used >= perMonth ? expectNotice(usageId(account, month), 100) : undefined
    if (notice) await tell(notice, payer, month, actor)
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
    if (due.size === 0) return
    const notice = due.get(usageId(payer.account, month))
    if (!notice) return
    notice.missing -= charged
    if (notice.missing <= 0) await tell(notice, payer, month, actor)
  }

  /**
   * Records the highest percentage that is used, judged by the log, because addresses in flight may still be given back. If
   * the store does not answer, the next settled or rejected request tries again.
   */
  async function tell(notice: DueNotice, payer: Payer, month: string, actor: Actor): Promise<void> {
    if (notice.isBeingTold) return
    notice.isBeingTold = true
    const id = usageId(payer.account, month)
    try {
      do {
        notice.missing = 0
        const level = await recordNotice(notice.level, payer, month, actor)
        if (told.size > MAX_TOLD) told.clear()
        told.set(id, level.told)
        if (level.told >= notice.level) due.delete(id)
        // What was charged meanwhile has been subtracted.
        notice.missing += level.missing
      } while (due.has(id) && notice.missing <= 0)
    } catch (error) {
      notice.missing = 0
      if (!(error instanceof StoreUnavailable || error instanceof ConcurrencyConflict)) throw error
    } finally {
      notice.isBeingTold = false
    }
  }

  /** @returns the highest percentage in the log, and how many addresses are missing to the next one */
  async function recordNotice(expected: Level, { account, perMonth: allowed }: Payer, month: string, actor: Actor) {
    const entity = limitOf(account, month)
    const { state } = await eventing.load(entity)
    if (state && state.percent >= expected) return { told: state.percent, missing: 0 }
    const used = await prime(account, month)()
    // A command of its own: one that settles several times would be taken for repeated.
    const handled = await eventing.handle(entity, { ...actor, commandId: newId() }, (before) =>
      tellOf(before, { account, month, used, allowed }),
    )
    return {
      told: Math.max(handled.state?.percent ?? 0, levelOf(used, allowed)) as Level,
      missing: missingToNext(used, allowed),
    }
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
