import type { Entity } from '../../eventing/entity.js'
import type { Recorded } from '../../kernel/envelope.js'
import { streamName } from '../../kernel/stream.js'
import type { BacktestEvent, BacktestPlace, BacktestRequested } from './events.js'

/** The state on which decisions about a backtest are based, and from which its run goes on. */
export type BacktestState =
  | { readonly status: 'none' }
  | {
      readonly status: 'running' | 'ended'
      readonly requested: BacktestRequested['data']
      /** Undefined before anything was looked at. */
      readonly place: BacktestPlace | undefined
      /** Cells of the examples so far. */
      readonly examples: readonly number[]
    }

export type KnownBacktest = Exclude<BacktestState, { status: 'none' }>

export function evolve(state: BacktestState, { type, data }: Recorded<BacktestEvent>): BacktestState {
  if (type === 'BacktestRequested') return { status: 'running', requested: data, place: undefined, examples: [] }
  if (state.status === 'none') return state
  if (type !== 'BacktestAdvanced') return { ...state, status: 'ended' }
  const { place, counts } = data
  return { ...state, place, examples: [...state.examples, ...counts.examples.map(({ cell }) => cell)] }
}

export const backtest = (id: string): Entity<BacktestState, BacktestEvent> => ({
  stream: streamName('backtest', id),
  initial: { status: 'none' },
  evolve,
})
