import type { Eventing } from '../../../eventing/eventing.js'
import type { Feed } from '../../../eventing/feed.js'
import { createLatestChannel } from '../../../kernel/concurrency/latestChannel.js'
import { createTurnQuota } from '../../../kernel/concurrency/turnQuota.js'
import { streamName } from '../../../kernel/stream.js'
import type { BatchEvent } from '../events.js'
import type { BatchView } from '../internal/batchView.js'
import type { Viewer } from '../internal/viewer.js'
import { batches } from '../projections/batches.js'
import type { GetBatch } from './getBatch.js'

/** Events that change what is to be seen of a batch that is accepted. */
export const BATCH_CHANGES: readonly BatchEvent['type'][] = [
  'BatchStarted',
  'BatchChunkVerified',
  'BatchCompleted',
  'BatchFailed',
  'BatchCancelled',
]

/** Watchers that look at their batch in one turn of the event loop. */
const PER_TURN = 25

export interface WatchBatchDependencies {
  readonly eventing: Eventing
  readonly feed: Feed
  readonly getBatch: GetBatch
}

/**
 * A batch as it stands, and again after each change until it has ended. Who is slow sees fewer of the states between,
 * and always the last. @throws Failure BATCH_NOT_FOUND
 */
export function createWatchBatch({ eventing, feed, getBatch }: WatchBatchDependencies) {
  const turn = createTurnQuota(PER_TURN)
  return async function* watchBatch(viewer: Viewer, id: string, signal: AbortSignal): AsyncGenerator<BatchView, void> {
    const stream = streamName('batch', id)
    const bell = createLatestChannel<string>(signal)
    // Before the first look, so that nothing happens unheard between the two.
    const stop = await feed.listen((event) => {
      if (event.stream === stream) bell.send(event.position)
    })
    try {
      // What was recorded before that, the read model may not have seen yet.
      await eventing.waitForPosition(await eventing.head(), [batches.name])
      let view = await getBatch(viewer, id)
      yield view
      while (view.status === 'pending' || view.status === 'processing') {
        const position = await bell.receive()
        if (position === undefined) return
        await turn()
        await eventing.waitForPosition(position, [batches.name])
        view = await getBatch(viewer, id)
        yield view
      }
    } finally {
      stop()
    }
  }
}
