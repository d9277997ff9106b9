import type { Projection } from '../../../eventing/projection.js'
import { idOf } from '../../../kernel/stream.js'
import type { BacktestCounts, BacktestEvent } from '../events.js'
import { NO_COUNTS, withCounts } from './counts.js'

export type BacktestStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'

export type BacktestDocument = {
  readonly owner: string
  readonly status: BacktestStatus
  /** Whether a job has to go on with it. */
  readonly open: boolean
  readonly createdAt: string
  readonly endedAt: string | null
  /** Version of the rules; null: a draft. */
  readonly version: number | null
  /** The period, milliseconds since the epoch; `to` is exclusive. */
  readonly from: number
  readonly to: number
  /** Whether the lists of the request count instead of those at the time. */
  readonly listsNow: boolean
  readonly position: string
  readonly total: number
  /** Why it failed. */
  readonly reason: string | null
  readonly counts: BacktestCounts
}

const ENDED = { BacktestCompleted: 'completed', BacktestCancelled: 'cancelled', BacktestFailed: 'failed' } as const

/** How rules would have decided. Key: backtest. */
export const backtests: Projection<BacktestEvent, BacktestDocument> = {
  name: 'backtests',
  version: 1,
  indexes: { byOwner: ['owner', 'createdAt', '_id'], byOpen: ['open', '_id'] },
  times: { createdAt: 'iso', endedAt: 'iso', from: 'milliseconds', to: 'milliseconds' },
  keys: ({ type, stream }) =>
    type === 'BacktestRequested' || type === 'BacktestAdvanced' || type in ENDED ? [idOf(stream)] : [],
  apply: (document, event) => {
    const { type, data, recordedAt } = event
    if (type === 'BacktestRequested') {
      const { account: owner, version, from, to, lists, position, total } = data
      const period = { version, from, to, listsNow: lists !== null, position, total }
      const status = { status: 'pending', open: true, createdAt: recordedAt, endedAt: null, reason: null } as const
      return { owner, ...status, ...period, counts: NO_COUNTS }
    }
    if (!document) return null
    if (type === 'BacktestAdvanced')
      return { ...document, status: 'running', counts: withCounts(document.counts, data.counts) }
    const reason = type === 'BacktestFailed' ? data.reason : null
    return { ...document, status: ENDED[type], open: false, endedAt: recordedAt, reason }
  },
}
