// Sends the pool's activity to all subscribers.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Feed } from '../../../eventing/feed.js'
import { createTokenBucket } from '../../../kernel/concurrency/tokenBucket.js'
import { createTurnQuota } from '../../../kernel/concurrency/turnQuota.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { PUBLIC_POOL } from '../events.js'
import { type ActivityEvent, type ActivityItem, newActivityOf } from '../projections/activity.js'
import { type ActivityItemView, viewItem } from './getPoolActivity.js'

/** Deliveries per turn of the event loop, over all subscribers. */
const DELIVERIES_PER_TURN = 200
/**
 * Average number of deliveries per second, over all subscribers, so that a busy pool with many open dashboards costs
 * verifications little.
 */
const DELIVERIES_PER_SECOND = 500
/** Deliveries that may exceed the average after a quiet time. */
const BURST = 500
/** Maximum pause between two items, whatever the number of subscribers. */
const MAX_PAUSE_MS = 400
/** Backlog above which all items of a type are merged, regardless of their batch. */
const MERGE_ALL_FROM = 500

/** @returns false if the subscriber takes no more items: it is removed */
type Deliver = (item: ActivityItemView) => boolean

interface Undelivered {
  readonly item: ActivityItem
  /** Number of its last event, counted by the broadcast. */
  readonly sequence: number
}

export interface ActivityBroadcastDependencies {
  readonly feed: Feed
  /** Average number of deliveries per second, over all subscribers. */
  readonly deliveriesPerSecond?: number
  /** Waits for so many milliseconds. */
  readonly wait?: (ms: number) => Promise<unknown>
}

/**
 * Broadcasts the activity of the public pool. However many subscribers there are, each event is examined once and each
 * item is one object. Items are merged while they wait for earlier ones: a batch, or answers of a busy pool, can produce
 * ten thousand a second. During the pauses of a pool that is too busy for its subscribers, all items of one type are.
 */
export function createActivityBroadcast({
  feed,
  deliveriesPerSecond = DELIVERIES_PER_SECOND,
  wait = (ms) => sleep(ms, undefined, { ref: false }),
}: ActivityBroadcastDependencies) {
  const waitTurn = createTurnQuota(DELIVERIES_PER_TURN)
  const rate = createTokenBucket({
    capacity: BURST,
    perSecond: deliveriesPerSecond,
    maxDebt: (deliveriesPerSecond * MAX_PAUSE_MS) / 1_000,
  })
  /** With the number of the last event before the subscription. */
  const subscribers = new Map<Deliver, number>()
  const undelivered: Undelivered[] = []
  let sequence = 0
  let isDelivering = false
  let isPausing = false
  let listening: Promise<() => void> | undefined

  function receive(event: Recorded): void {
    const found = newActivityOf(event as Recorded<ActivityEvent>)
    if (found?.pool !== PUBLIC_POOL) return
    const mergeAll = isPausing || undelivered.length >= MERGE_ALL_FROM
    add(undelivered, { item: found.item, sequence: ++sequence }, mergeAll)
    if (isDelivering) return
    isDelivering = true
    // Events of one commit arrive in one turn, and are merged before the first is delivered.
    queueMicrotask(() => void deliverAll())
  }

  async function deliverAll(): Promise<void> {
    for (let next = undelivered.shift(); next; next = undelivered.shift()) {
      const view = viewItem(next.item)
      for (const [deliver, since] of subscribers) {
        if (next.sequence <= since) continue
        await waitTurn()
        if (!deliver(view)) leave(deliver)
      }
      await pause()
    }
    isDelivering = false
  }

  async function pause(): Promise<void> {
    const ms = rate.takeOnCredit(subscribers.size)
    if (ms === 0) return
    isPausing = true
    await wait(ms)
    isPausing = false
  }

  function leave(deliver: Deliver): void {
    if (!subscribers.delete(deliver) || subscribers.size > 0) return
    undelivered.length = 0
    void listening?.then(
      (stop) => stop(),
      () => {},
    )
    listening = undefined
  }

  return {
    /** Delivers every item from now on. @returns a function that ends that */
    async join(deliver: Deliver): Promise<() => void> {
      subscribers.set(deliver, sequence)
      listening ??= feed.listen(receive)
      try {
        await listening
      } catch (error) {
        leave(deliver)
        throw error
      }
      return () => leave(deliver)
    },
  }
}

/**
 * Adds an item, or merges it into the last one of the same group.
 * @param mergeAll whether to merge it into the last one of the same type, whatever the group
 */
function add(undelivered: Undelivered[], { item, sequence }: Undelivered, mergeAll: boolean): void {
  const at = undelivered.findLastIndex(
    ({ item: { type, group } }) => type === item.type && (mergeAll || (group !== null && group === item.group)),
  )
  if (at < 0) undelivered.push({ item, sequence })
  else undelivered[at] = { item: merged(undelivered[at]!.item, item), sequence }
}

const merged = (earlier: ActivityItem, later: ActivityItem): ActivityItem => ({
  ...later,
  count: earlier.count + later.count,
  provider: earlier.provider === later.provider ? later.provider : null,
  group: earlier.group === later.group ? later.group : null,
})
