import type { Feed } from '../../../eventing/feed.js'
import { createBoundedQueue } from '../../../kernel/concurrency/boundedQueue.js'
import { createTurnQuota } from '../../../kernel/concurrency/turnQuota.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { Failure } from '../../../kernel/failure.js'
import { PUBLIC_POOL } from '../events.js'
import { type ActivityEvent, type ActivityItem, newActivityOf } from '../projections/activity.js'
import { type ActivityItemView, viewItem } from './getPoolActivity.js'

/** Types of the events that may produce pool activity. */
export const POOL_CHANGES: readonly ActivityEvent['type'][] = [
  'ValidationContributed',
  'AddressVerified',
  'AddressesVerified',
  'BatchChunkVerified',
]

/** Maximum number of pending items per subscriber; a subscriber that falls further behind is disconnected. */
const MAX_PENDING = 1_000
/** Items delivered per turn of the event loop, over all subscribers. */
const ITEMS_PER_TURN = 25

/** The activity of the public pool from now on. @throws Failure SERVICE_UNAVAILABLE when the subscriber is too slow */
export function createWatchPoolActivity({ feed }: { readonly feed: Feed }) {
  const waitTurn = createTurnQuota(ITEMS_PER_TURN)
  return async function* watchPoolActivity(signal: AbortSignal): AsyncGenerator<ActivityItemView, void> {
    const items = createBoundedQueue<ActivityItem>(MAX_PENDING, signal, tooSlow, coalesce)
    const stop = await feed.listen((event) => {
      const found = newActivityOf(event as Recorded<ActivityEvent>)
      if (found?.pool === PUBLIC_POOL && !items.push(found.item)) stop()
    })
    try {
      for (;;) {
        const item = await items.pull()
        if (!item) return
        await waitTurn()
        yield viewItem(item)
      }
    } finally {
      stop()
    }
  }
}

export type WatchPoolActivity = ReturnType<typeof createWatchPoolActivity>

/** Merges items of one batch, as the read model does: a batch can produce ten thousand a second. */
function coalesce(pending: ActivityItem[], item: ActivityItem): boolean {
  if (item.group === null) return false
  const at = pending.findLastIndex(({ type, group }) => type === item.type && group === item.group)
  if (at < 0) return false
  pending[at] = { ...item, count: pending[at]!.count + item.count }
  return true
}

const tooSlow = () =>
  new Failure(
    'SERVICE_UNAVAILABLE',
    'This subscriber is too slow: more than 1,000 items are pending. Subscribe again, or poll `poolActivity` instead.',
  )
