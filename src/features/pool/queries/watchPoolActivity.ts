import { createBoundedQueue } from '../../../kernel/concurrency/boundedQueue.js'
import { Failure } from '../../../kernel/failure.js'
import type { ActivityEvent } from '../projections/activity.js'
import { type ActivityBroadcastDependencies, createActivityBroadcast } from './activityBroadcast.js'
import type { ActivityItemView } from './getPoolActivity.js'

/** Types of the events that may produce pool activity. */
export const POOL_CHANGES: readonly ActivityEvent['type'][] = [
  'ValidationContributed',
  'AddressVerified',
  'AddressesVerified',
  'BatchChunkVerified',
]

/** Maximum number of pending items per subscriber; a subscriber that falls further behind is disconnected. */
const MAX_PENDING = 1_000

/**
 * The activity of the public pool from now on. All subscribers get the same objects.
 */
export type WatchPoolActivity = (signal: AbortSignal) => AsyncGenerator<ActivityItemView, void>

export function createWatchPoolActivity(dependencies: ActivityBroadcastDependencies): WatchPoolActivity {
  const broadcast = createActivityBroadcast(dependencies)
  return async function* watchPoolActivity(signal) {
    const items = createBoundedQueue<ActivityItemView>(MAX_PENDING, signal, tooSlow)
    const leave = await broadcast.join(items.push)
    try {
      for (let item = await items.pull(); item; item = await items.pull()) yield item
    } finally {
      leave()
    }
  }
}

const tooSlow = () =>
  new Failure(
    'SERVICE_UNAVAILABLE',
    'This subscriber is too slow: more than 1,000 items are pending. Subscribe again, or poll `poolActivity` instead.',
  )
