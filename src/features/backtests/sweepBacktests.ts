import type { Eventing } from '../../eventing/eventing.js'
import type { Jobs } from '../../kernel/ports/jobs.js'
import { RUN_BACKTEST } from './commands/runBacktest.js'
import { backtests } from './projections/backtests.js'

/** Backtests read per page. */
const PAGE_SIZE = 1_000

/**
 * Recovers from lost jobs: a backtest that has not advanced since the last sweep, or that was open before the first, is enqueued
 * again.
 */
export function createSweepBacktests({ eventing, jobs }: { readonly eventing: Eventing; readonly jobs: Jobs }) {
  const model = eventing.read(backtests)
  let previous: ReadonlyMap<string, number> | undefined

  return async function sweepBacktests(): Promise<void> {
    const now = new Map<string, number>()
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const page = { limit: PAGE_SIZE, ...(after !== undefined && { after }) }
      const { items, next } = await model.find({ index: 'byOpen', equals: { open: true }, ...page })
      for (const { id, document } of items) {
        const { processed } = document.counts
        now.set(id, processed)
        if (!previous || previous.get(id) === processed)
          await jobs.enqueue(RUN_BACKTEST, id, { tenant: document.owner })
      }
      after = next
    }
    previous = now
  }
}
