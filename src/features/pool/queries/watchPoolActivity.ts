import type { Feed } from '../../../eventing/feed.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { Failure } from '../../../kernel/failure.js'
import { createQueue } from '../../../kernel/queue.js'
import type { ActivityEvent } from '../projections/activity.js'
import { type ActivityItemView, activityOfEvent } from './getPoolActivity.js'

/** Events that may be something to those who watch. */
export const POOL_CHANGES: readonly ActivityEvent['type'][] = [
  'ValidationContributed',
  'AddressVerified',
  'AddressesVerified',
  'BatchChunkVerified',
]

/** Items that wait for one who watches: who is further behind is given up. */
const MOST_WAITING = 1_000

/** What happens in the public pool from now on. @throws Failure SERVICE_UNAVAILABLE to whoever takes it too slowly */
export const createWatchPoolActivity = ({ feed }: { readonly feed: Feed }) =>
  async function* watchPoolActivity(signal: AbortSignal): AsyncGenerator<ActivityItemView, void> {
    const items = createQueue<ActivityItemView>(MOST_WAITING, signal, tooSlow)
    const stop = await feed.listen((event) => {
      const item = activityOfEvent(event as Recorded<ActivityEvent>)
      if (item && !items.give(item)) stop()
    })
    try {
      for (;;) {
        const item = await items.take()
        if (!item) return
        yield item
      }
    } finally {
      stop()
    }
  }

export type WatchPoolActivity = ReturnType<typeof createWatchPoolActivity>

const tooSlow = () =>
  new Failure(
    'SERVICE_UNAVAILABLE',
    'You take what happens more slowly than it happens. Subscribe again, or ask for the activity now and then.',
  )
