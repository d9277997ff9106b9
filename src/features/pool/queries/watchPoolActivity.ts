import type { Feed } from '../../../eventing/feed.js'
import { createBoundedQueue } from '../../../kernel/concurrency/boundedQueue.js'
import { createTurnQuota } from '../../../kernel/concurrency/turnQuota.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { Failure } from '../../../kernel/failure.js'
import { PUBLIC_POOL } from '../events.js'
import { type ActivityEvent, type ActivityItem, poolActivityOf } from '../projections/activity.js'
import { type ActivityItemView, viewItem } from './getPoolActivity.js'

/** Events that may be something to those who watch. */
export const POOL_CHANGES: readonly ActivityEvent['type'][] = [
  'ValidationContributed',
  'AddressVerified',
  'AddressesVerified',
  'BatchChunkVerified',
]

/** Items that wait for one who watches: who is further behind is given up. */
const MOST_WAITING = 1_000
/** Watchers that are given an item in one turn of the event loop. */
const PER_TURN = 25

/** What happens in the public pool from now on. @throws Failure SERVICE_UNAVAILABLE to whoever takes it too slowly */
export function createWatchPoolActivity({ feed }: { readonly feed: Feed }) {
  const turn = createTurnQuota(PER_TURN)
  return async function* watchPoolActivity(signal: AbortSignal): AsyncGenerator<ActivityItemView, void> {
    const items = createBoundedQueue<ActivityItem>(MOST_WAITING, signal, tooSlow, join)
    const stop = await feed.listen((event) => {
      const found = poolActivityOf(event as Recorded<ActivityEvent>)
      if (found?.pool === PUBLIC_POOL && !items.push(found.item)) stop()
    })
    try {
      for (;;) {
        const item = await items.pull()
        if (!item) return
        await turn()
        yield viewItem(item)
      }
    } finally {
      stop()
    }
  }
}

export type WatchPoolActivity = ReturnType<typeof createWatchPoolActivity>

/** Of a batch one item waits, as the read model has one: a batch tells ten thousand things a second. */
function join(waiting: ActivityItem[], item: ActivityItem): boolean {
  if (item.group === null) return false
  const at = waiting.findLastIndex(({ type, group }) => type === item.type && group === item.group)
  if (at < 0) return false
  waiting[at] = { ...item, count: waiting[at]!.count + item.count }
  return true
}

const tooSlow = () =>
  new Failure(
    'SERVICE_UNAVAILABLE',
    'You take what happens more slowly than it happens. Subscribe again, or ask for the activity now and then.',
  )
