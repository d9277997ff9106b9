import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { Caller } from '../../accounts/index.js'
import * as decide from '../decide.js'
import type { BacktestView } from '../internal/view.js'
import { backtests } from '../projections/backtests.js'
import type { GetBacktest } from '../queries/getBacktest.js'
import { backtest } from '../state.js'

interface CancelBacktestDependencies {
  readonly eventing: Eventing
  readonly getBacktest: GetBacktest
}

/** Ends a backtest early, with the result so far. One that has ended stays as it is. @throws Failure NOT_FOUND */
export type CancelBacktest = (caller: Caller, id: string, actor: Actor) => Promise<BacktestView>

export const createCancelBacktest =
  ({ eventing, getBacktest }: CancelBacktestDependencies): CancelBacktest =>
  async (caller, id, actor) => {
    if (caller.sandbox) throw decide.backtestNotFound()
    const { position } = await eventing.handle(backtest(id), actor, (state) => decide.cancel(state, caller.account))
    await eventing.waitForPosition(position, [backtests.name])
    return getBacktest(caller, id)
  }
