// Backtests as their owner sees them.
import { iso } from '../../../kernel/clock.js'
import type { BacktestCounts } from '../events.js'
import type { BacktestDocument, BacktestStatus } from '../projections/backtests.js'

export interface BacktestView {
  readonly id: string
  readonly status: BacktestStatus
  readonly createdAt: string
  readonly endedAt: string | null
  /** Version of the rules; null: a draft. */
  readonly version: number | null
  readonly from: string
  readonly to: string
  /** Which of the account's lists count: those at the time, or those at the request. */
  readonly lists: 'then' | 'now'
  readonly position: string
  /** Verifications of the period; approximate until it has completed. */
  readonly total: number
  /** Why it failed. */
  readonly reason: string | null
  /** So far. */
  readonly counts: BacktestCounts
}

export function viewOf(id: string, document: BacktestDocument): BacktestView {
  const { status, createdAt, endedAt, version, from, to, listsNow, position, total, reason, counts } = document
  return {
    id,
    status,
    createdAt,
    endedAt,
    version,
    from: iso(from),
    to: iso(to),
    lists: listsNow ? 'now' : 'then',
    position,
    total: status === 'completed' ? counts.processed : Math.max(total, counts.processed),
    reason,
    counts,
  }
}
