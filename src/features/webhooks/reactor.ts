import type { Eventing } from '../../eventing/eventing.js'
import type { Reactor } from '../../eventing/reactor.js'
import type { Clock } from '../../kernel/clock.js'
import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import type { Recorded } from '../../kernel/envelope.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Jobs } from '../../kernel/ports/jobs.js'
import { expiryOf } from './deliveries/record.js'
import { DELIVER } from './endpoint.js'
import type { EnqueueDeliveries } from './enqueueDeliveries.js'
import type { WebhookEventKind } from './events.js'
import { bodyOf } from './payloads/body.js'
import { webhooks } from './projections/webhooks.js'
import type { BuildNotifications, Endpoint, SubscribedEvent } from './subscribedNotifications.js'

/** Events whose deliveries are made at once. */
const PORTION = 100
/** More webhooks than an account may have. */
const LIMIT = 1_000

const KINDS: { readonly [type in SubscribedEvent['type']]: WebhookEventKind } = {
  AddressVerified: 'verification.completed',
  BatchCompleted: 'bulk.completed',
  BatchFailed: 'bulk.completed',
  BatchCancelled: 'bulk.completed',
  UsageLimitReached: 'usage.limit_reached',
}

const isBatchEnd = ({ type }: Recorded<SubscribedEvent>): boolean => KINDS[type] === 'bulk.completed'

/** The webhooks that listen for an event. */
type Listeners = (event: Recorded<SubscribedEvent>) => Promise<Endpoint[]>

export interface ReactorDependencies {
  readonly eventing: Eventing
  readonly jobs: Jobs
  readonly clock: Clock
  readonly post: EnqueueDeliveries
  readonly tell: BuildNotifications
}

/**
 * Makes deliveries of what webhooks listen for. Their ids follow from event and endpoint: an event that comes again finds
 * them made. The job of each endpoint is enqueued again then, in case that was what had not happened.
 */
export function createReactor({ eventing, jobs, clock, post, tell }: ReactorDependencies): Reactor<SubscribedEvent> {
  // Results of a batch may be fifty thousand: those of two are never in memory together.
  const batchEndsAtOnce = createFairSemaphore({ permits: 1 })

  /** Once an account, in one reaction. */
  function createListeners(): Listeners {
    const find = (owner: string) => eventing.read(webhooks).find({ index: 'byOwner', equals: { owner }, limit: LIMIT })
    const found = new Map<string, ReturnType<typeof find>>()
    return async ({ type, position, data: { account } }) => {
      const kind = KINDS[type]
      const all = found.get(account) ?? find(account)
      found.set(account, all)
      return (await all).items
        .filter(
          ({ document: { disabled, events, registered } }) =>
            disabled === null && events.includes(kind) && registered < position,
        )
        .map(({ id }) => ({ endpoint: id, job: null }))
    }
  }

  return {
    name: 'webhooks',
    types: new Set(Object.keys(KINDS) as SubscribedEvent['type'][]),
    async react(events) {
      const now = clock.now()
      const heard = events.filter(
        (event) =>
          (event.type !== 'AddressVerified' || event.data.notify !== undefined) &&
          expiryOf({ createdAt: event.recordedAt }) > now,
      )
      const last = heard.at(-1)
      if (!last) return false
      // A webhook that was registered before the event must be known.
      if (!(await eventing.waitForPosition(last.position, [webhooks.name]))) {
        throw new StoreUnavailable('the read model of webhooks is too far behind to react')
      }
      const listeners = createListeners()
      const batchEnds = heard.filter(isBatchEnd)
      await Promise.all([
        reactInPortions(
          heard.filter((event) => !isBatchEnd(event)),
          listeners,
        ),
        ...batchEnds.map((event) => reactToBatchEnd(event, listeners)),
      ])
      return true
    },
  }

  async function reactInPortions(events: readonly Recorded<SubscribedEvent>[], listeners: Listeners): Promise<void> {
    for (let from = 0; from < events.length; from += PORTION) {
      const portion = events.slice(from, from + PORTION)
      const made = await Promise.all(portion.map((event) => react(event, listeners)))
      await enqueue(new Map(portion.flatMap(({ data }, at) => made[at]!.map((endpoint) => [endpoint, data.account]))))
    }
  }

  /** Apart from the others, which do not wait for it; accounts take turns. */
  async function reactToBatchEnd(event: Recorded<SubscribedEvent>, listeners: Listeners): Promise<void> {
    const { account } = event.data
    await batchEndsAtOnce.acquire(account)
    try {
      await enqueue(new Map((await react(event, listeners)).map((endpoint) => [endpoint, account])))
    } finally {
      batchEndsAtOnce.release(account)
    }
  }

  /** @param owners accounts by endpoint */
  async function enqueue(owners: ReadonlyMap<string, string>): Promise<void> {
    await Promise.all([...owners].map(([endpoint, tenant]) => jobs.enqueue(DELIVER, endpoint, { tenant })))
  }

  /** @returns the endpoints that have a delivery now */
  async function react(event: Recorded<SubscribedEvent>, listeners: Listeners): Promise<readonly string[]> {
    const told = await tell(event, await listeners(event))
    if (!told) return []
    const { id, type, recordedAt: createdAt, data } = event
    const letter = { id, owner: data.account, event: KINDS[type], createdAt }
    await post({ ...letter, body: bodyOf(KINDS[type], createdAt, told.data), download: told.download }, told.endpoints)
    return told.endpoints.map(({ endpoint }) => endpoint)
  }
}
