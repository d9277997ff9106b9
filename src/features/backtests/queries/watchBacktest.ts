// Follows the progress of a backtest.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Feed } from '../../../eventing/feed.js'
import { createLatestChannel } from '../../../kernel/concurrency/latestChannel.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import type { BacktestEvent } from '../events.js'
import type { BacktestView } from '../internal/view.js'
import { backtests } from '../projections/backtests.js'
import type { GetBacktest } from './getBacktest.js'

/** Events that change the view of a backtest. */
export const BACKTEST_CHANGES: readonly BacktestEvent['type'][] = [
  'BacktestAdvanced',
  'BacktestCompleted',
  'BacktestCancelled',
  'BacktestFailed',
]

interface WatchBacktestDependencies {
  readonly eventing: Eventing
  readonly feed: Feed
  readonly getBacktest: GetBacktest
}

/**
 * The current view of a backtest, and a new one after each change until it has ended. A slow subscriber skips intermediate views,
 * but always receives the last. @throws Failure NOT_FOUND
 */
export type WatchBacktest = (
  caller: Pick<Caller, 'account' | 'sandbox'>,
  id: string,
  signal: AbortSignal,
) => AsyncGenerator<BacktestView, void>

export const createWatchBacktest = ({ eventing, feed, getBacktest }: WatchBacktestDependencies): WatchBacktest =>
  async function* watchBacktest(caller, id, signal) {
    const stream = streamName('backtest', id)
    const changes = createLatestChannel<string>(signal)
    // Subscribe before the first read, so that no change in between is missed.
    const stop = await feed.listen((event) => {
      if (event.stream === stream) changes.send(event.position)
    })
    try {
      await eventing.waitForHead([backtests.name])
      let view = await getBacktest(caller, id)
      yield view
      while (view.endedAt === null) {
        const position = await changes.receive()
        if (position === undefined) return
        const isSeen = await eventing.waitForPosition(position, [backtests.name])
        view = await getBacktest(caller, id)
        yield view
        // The last change would be missed. Clients subscribe again.
        if (!isSeen && view.endedAt === null)
          throw new StoreUnavailable('the read model of backtests is behind the log')
      }
    } finally {
      stop()
    }
  }
