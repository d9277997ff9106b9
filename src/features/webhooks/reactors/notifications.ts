// Creates a delivery for each event that a webhook is subscribed to.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Reactor } from '../../../eventing/reactor.js'
import type { Clock } from '../../../kernel/clock.js'
import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Jobs } from '../../../kernel/ports/jobs.js'
import { DELIVER } from '../deliveries/endpoint.js'
import { DELIVERIES_DAYS, expiryOf } from '../deliveries/record.js'
import type { StoreDeliveries } from '../deliveries/storeDeliveries.js'
import type { Endpoint } from '../notifications/notification.js'
import { bodyOf } from '../notifications/payloads/body.js'
import { type BuildNotifications, KINDS, type SubscribedEvent } from '../notifications/subscribedNotifications.js'
import { endpointOf, isSubscribed, webhooksOf } from '../notifications/subscribers.js'
import { webhooks } from '../projections/webhooks.js'

/** Events whose deliveries are created concurrently. */
const BATCH_SIZE = 100

const isBatchEnd = ({ type }: Recorded<SubscribedEvent>): boolean => KINDS[type] === 'bulk.completed'

/** Finds the webhooks that are subscribed to an event. */
type FindSubscribers = (event: Recorded<SubscribedEvent>) => Promise<Endpoint[]>

interface ReactorDependencies {
  readonly eventing: Eventing
  readonly jobs: Jobs
  readonly clock: Clock
  /** How many days deliveries are kept (default: 30). */
  readonly deliveriesDays?: number
  readonly storeDeliveries: StoreDeliveries
  readonly buildNotifications: BuildNotifications
}

/**
 * Creates deliveries of the events that webhooks are subscribed to. Delivery ids are derived from event and endpoint, so
 * an event that is processed again finds its deliveries; their jobs are enqueued again in case that step was missed.
 */
export function createReactor(dependencies: ReactorDependencies): Reactor<SubscribedEvent> {
  const { eventing, jobs, clock, storeDeliveries, buildNotifications, deliveriesDays = DELIVERIES_DAYS } = dependencies
  // No longer than by default: what the operator keeps for longer from now on was deleted earlier.
  const reactedDays = Math.min(deliveriesDays, DELIVERIES_DAYS)
  // A batch may have 50,000 results, so those of only one batch are in memory at a time.
  const batchEndPermits = createFairSemaphore({ permits: 1 })

  /** Reads each account's webhooks once per reaction. */
  function createFindSubscribers(): FindSubscribers {
    const found = new Map<string, ReturnType<typeof webhooksOf>>()
    return async ({ type, position, data: { account } }) => {
      const kind = KINDS[type]
      const all = found.get(account) ?? webhooksOf(eventing, account)
      found.set(account, all)
      return (await all)
        .filter(({ document }) => isSubscribed(document, kind) && document.registered < position)
        .map(endpointOf)
    }
  }

  return {
    name: 'webhooks',
    types: new Set(Object.keys(KINDS) as SubscribedEvent['type'][]),
    // The deliveries, which say what was sent, may be lost together with the checkpoint.
    startsAt: 'head',
    async react(events) {
      const now = clock.now()
      const relevant = events.filter(
        (event) =>
          (event.type !== 'AddressVerified' || event.data.notify !== undefined) &&
          expiryOf({ createdAt: event.recordedAt }, reactedDays) > now,
      )
      const last = relevant.at(-1)
      if (!last) return false
      // The read model must include every webhook registered before the event.
      if (!(await eventing.waitForPosition(last.position, [webhooks.name]))) {
        throw new StoreUnavailable('the read model of webhooks is too far behind the log')
      }
      const findSubscribers = createFindSubscribers()
      const batchEnds = relevant.filter(isBatchEnd)
      // What fails for one account is tried again with the others' events, which do not wait for it.
      const ends = await Promise.allSettled([
        reactInBatches(
          relevant.filter((event) => !isBatchEnd(event)),
          findSubscribers,
        ),
        ...batchEnds.map((event) => reactToBatchEnd(event, findSubscribers)),
      ])
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed) throw failed.reason
      return true
    },
  }

  async function reactInBatches(
    events: readonly Recorded<SubscribedEvent>[],
    findSubscribers: FindSubscribers,
  ): Promise<void> {
    for (let from = 0; from < events.length; from += BATCH_SIZE) {
      const batch = events.slice(from, from + BATCH_SIZE)
      const endpoints = await Promise.all(batch.map((event) => react(event, findSubscribers)))
      await enqueue(
        new Map(batch.flatMap(({ data }, at) => endpoints[at]!.map((endpoint) => [endpoint, data.account]))),
      )
    }
  }

  /** Processes the end of a batch concurrently with other events; accounts take turns. */
  function reactToBatchEnd(event: Recorded<SubscribedEvent>, findSubscribers: FindSubscribers): Promise<void> {
    const { account } = event.data
    return batchEndPermits.run(account, {}, async () =>
      enqueue(new Map((await react(event, findSubscribers)).map((endpoint) => [endpoint, account]))),
    )
  }

  /** Enqueues the delivery jobs. @param owners accounts by endpoint */
  async function enqueue(owners: ReadonlyMap<string, string>): Promise<void> {
    await Promise.all([...owners].map(([endpoint, tenant]) => jobs.enqueue(DELIVER, endpoint, { tenant })))
  }

  /** @returns the endpoints that now have a delivery of the event */
  async function react(event: Recorded<SubscribedEvent>, findSubscribers: FindSubscribers): Promise<readonly string[]> {
    const { recordedAt: createdAt, data } = event
    const notifications = await buildNotifications(event, await findSubscribers(event))
    for (const { id, kind, data: content, download, endpoints } of notifications) {
      const body = bodyOf(kind, createdAt, content)
      await storeDeliveries({ id, owner: data.account, event: kind, createdAt, body, download }, endpoints)
    }
    return [...new Set(notifications.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint)))]
  }
}
