// Begins backtests.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { RateLimited } from '../../../kernel/failure.js'
import { derivedId } from '../../../kernel/ids.js'
import { perAccount, windowKey } from '../../../kernel/limits.js'
import type { Jobs } from '../../../kernel/ports/jobs.js'
import type { Limiter } from '../../../kernel/ports/limiter.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { DAY_MS } from '../../../kernel/time.js'
import type { Caller } from '../../accounts/index.js'
import type { Rules } from '../../rules/index.js'
import { type Range, rangeOf, type Verdicts } from '../../verdicts/index.js'
import * as decide from '../decide.js'
import type { BacktestView } from '../internal/view.js'
import { backtests } from '../projections/backtests.js'
import type { GetBacktest } from '../queries/getBacktest.js'
import { backtest } from '../state.js'
import { RUN_BACKTEST } from './runBacktest.js'

interface BacktestInput {
  /** The draft, the live rules, or a version. */
  readonly rules: 'draft' | 'live' | number
  /** ISO 8601 instants, or UTC dates; `to` is exclusive, and a date stands for its whole day. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Which of the account's lists count: those at the time, or those of today. */
  readonly lists: 'then' | 'now'
}

/**
 * Begins to find out how rules would have decided the caller's verifications of a period. Idempotent per `actor.commandId`.
 * @throws Failure VALIDATION_ERROR, NO_DRAFT, NOT_FOUND; RateLimited
 */
export type CreateBacktest = (caller: Caller, input: BacktestInput, actor: Actor) => Promise<BacktestView>

interface CreateBacktestDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly jobs: Jobs
  readonly limiter: Limiter
  readonly clock: Clock
  readonly getCandidate: Rules['getCandidate']
  readonly getVerdicts: Verdicts['getVerdicts']
  readonly getBacktest: GetBacktest
}

export const createCreateBacktest = (dependencies: CreateBacktestDependencies): CreateBacktest => {
  const { eventing, vault, jobs, limiter, clock, getCandidate, getVerdicts, getBacktest } = dependencies

  /** @throws RateLimited */
  async function take(account: string): Promise<void> {
    const limit = perAccount.backtests.perDay
    const { allowed, resetsAt } = await limiter.hit(windowKey('backtests', account), limit, DAY_MS, 1)
    if (allowed) return
    const message = `An account may begin ${limit} backtests a day.`
    throw new RateLimited(message, { limit, scope: 'day', resetsAt, now: clock.now() })
  }

  async function totalOf(caller: Caller, { from, to }: Range): Promise<number> {
    const period = { from: iso(from), to: iso(to) }
    const { range } = await getVerdicts(caller, { ...period, interval: 'month', limit: 1, timezone: 'UTC' })
    return range.counts.total
  }

  return async (caller, { rules: which, from, to, lists }, actor) => {
    const { account } = caller
    const range = rangeOf({ from, to }, clock.now())
    const candidate = await getCandidate(caller, which)
    const id = derivedId(`backtest of ${actor.commandId}`)
    const data = {
      account,
      rules: await vault.seal(account, JSON.stringify(candidate.rules)),
      version: candidate.version,
      ...range,
      lists: lists === 'now' ? candidate.lists : null,
      position: await eventing.head(),
      total: await totalOf(caller, range),
    }
    // A command that is repeated has been counted.
    if ((await eventing.load(backtest(id))).revision === undefined) await take(account)
    const { position } = await eventing.handle(backtest(id), actor, (state) => decide.request(state, data))
    await jobs.enqueue(RUN_BACKTEST, id, { tenant: account })
    await eventing.waitForPosition(position, [backtests.name])
    return getBacktest(caller, id)
  }
}
