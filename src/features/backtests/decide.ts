// Decides commands of backtests, and what their runs record. Pure.
import { Failure } from '../../kernel/failure.js'
import type { BacktestAdvanced, BacktestEvent, BacktestRequested } from './events.js'
import type { BacktestState, KnownBacktest } from './state.js'

/** Idempotent. */
export const request = (state: BacktestState, data: BacktestRequested['data']): BacktestEvent[] =>
  state.status === 'none' ? [{ type: 'BacktestRequested', data }] : []

/** Idempotent: one that has ended stays as it is. @throws Failure NOT_FOUND */
export function cancel(state: BacktestState, account: string): BacktestEvent[] {
  if (state.status === 'none' || state.requested.account !== account) throw backtestNotFound()
  return state.status === 'ended' ? [] : [{ type: 'BacktestCancelled', data: { account } }]
}

export const backtestNotFound = () => new Failure('NOT_FOUND', 'There is no such backtest.')

export const advance = (
  { requested: { account } }: KnownBacktest,
  { place, counts }: Pick<BacktestAdvanced['data'], 'place' | 'counts'>,
): BacktestEvent => ({ type: 'BacktestAdvanced', data: { account, place, counts } })

export const complete = ({ requested: { account } }: KnownBacktest): BacktestEvent => ({
  type: 'BacktestCompleted',
  data: { account },
})

/** The account was erased. */
export const abandon = ({ requested: { account } }: KnownBacktest): BacktestEvent => ({
  type: 'BacktestCancelled',
  data: { account },
})

export const fail = ({ requested: { account } }: KnownBacktest, reason: string): BacktestEvent => ({
  type: 'BacktestFailed',
  data: { account, reason },
})
