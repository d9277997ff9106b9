import type { Eventing } from '../../../eventing/eventing.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import { backtestNotFound } from '../decide.js'
import { type BacktestView, viewOf } from '../internal/view.js'
import { backtests } from '../projections/backtests.js'

/** A backtest of the caller's. None for a sandbox key. @throws Failure NOT_FOUND */
export type GetBacktest = (caller: Pick<Caller, 'account' | 'sandbox'>, id: string) => Promise<BacktestView>

export const createGetBacktest =
  ({ eventing }: { readonly eventing: Eventing }): GetBacktest =>
  async ({ account, sandbox }, id) => {
    const found = sandbox ? undefined : await eventing.read(backtests).getOrReplay(id, streamName('backtest', id))
    if (found?.owner !== account) throw backtestNotFound()
    return viewOf(id, found)
  }
