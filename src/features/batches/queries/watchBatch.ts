// Follows the progress of a batch.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Feed } from '../../../eventing/feed.js'
import { createLatestChannel } from '../../../kernel/concurrency/latestChannel.js'
import { createTurnQuota } from '../../../kernel/concurrency/turnQuota.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { streamName } from '../../../kernel/stream.js'
import type { BatchEvent } from '../events.js'
import type { BatchView } from '../internal/batchView.js'
import type { Viewer } from '../internal/viewer.js'
import { batches } from '../projections/batches.js'
import type { GetBatch } from './getBatch.js'

/** Events that change the view of an accepted batch. */
export const BATCH_CHANGES: readonly BatchEvent['type'][] = [
  'BatchStarted',
  'BatchChunkVerified',
  'BatchCompleted',
  'BatchFailed',
  'BatchCancelled',
]

/** Subscribers that read their batch in one turn of the event loop. */
const READS_PER_TURN = 25

interface WatchBatchDependencies {
  readonly eventing: Eventing
  readonly feed: Feed
  readonly getBatch: GetBatch
}

/**
 * The current view of a batch, and a new one after each change until it has ended. A slow subscriber skips intermediate
 * views, but always receives the last.
 */
export type WatchBatch = (viewer: Viewer, id: string, signal: AbortSignal) => AsyncGenerator<BatchView, void>

export function createWatchBatch({ eventing, feed, getBatch }: WatchBatchDependencies): WatchBatch {
  const takeTurn = createTurnQuota(READS_PER_TURN)
  return async function* watchBatch(viewer, id, signal) {
    const stream = streamName('batch', id)
    const changes = createLatestChannel<string>(signal)
    // Subscribe before the first read, so that no change in between is missed.
    const stop = await feed.listen((event) => {
      if (event.stream === stream) changes.send(event.position)
    })
    try {
      // The read model may not have reached events recorded before the subscription.
      await eventing.waitForPosition(await eventing.head(), [batches.name])
      let view = await getBatch(viewer, id)
      yield view
      while (isRunning(view)) {
        const position = await changes.receive()
        if (position === undefined) return
        await takeTurn()
        const isSeen = await eventing.waitForPosition(position, [batches.name])
        view = await getBatch(viewer, id)
        yield view
        // The last change would be missed. Clients subscribe again.
        if (!isSeen && isRunning(view)) throw new StoreUnavailable('the read model of batches is behind the log')
      }
    } finally {
      stop()
    }
  }
}

const isRunning = ({ status }: BatchView): boolean => status === 'pending' || status === 'processing'
