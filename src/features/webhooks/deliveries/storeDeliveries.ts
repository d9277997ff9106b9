// Stores the deliveries of one notification and their body; the caller starts the jobs that send them.
import type { Clock } from '../../../kernel/clock.js'
import { derivedId } from '../../../kernel/ids.js'
import type { Contents } from './contents.js'
import type { Deliveries } from './deliveries.js'
import { DELIVERIES_DAYS, type DeliveryRecord, type Draft, expiryOf, newRecord } from './record.js'

/** A notification, to be delivered to any number of endpoints. */
interface OutgoingNotification extends Pick<Draft, 'owner' | 'event' | 'createdAt'> {
  /** Id of the event that it reports. */
  readonly id: string
  readonly body: string
  /** Id of the batch whose file it links to. */
  readonly download?: string | undefined
}

interface StoreDeliveriesDependencies {
  readonly deliveries: Deliveries
  readonly contents: Contents
  readonly clock: Clock
  /** How many days deliveries are kept (default: 30). A change is for those to come. */
  readonly deliveriesDays?: number
}

/**
 * Creates a delivery of the notification to each endpoint; durable when it resolves. Existing deliveries stay unchanged.
 * @returns the ids of the deliveries, which are derived from event and endpoint
 */
export type StoreDeliveries = (
  notification: OutgoingNotification,
  endpoints: readonly Pick<DeliveryRecord, 'endpoint' | 'job'>[],
) => Promise<string[]>

export const createStoreDeliveries =
  ({ deliveries, contents, clock, deliveriesDays = DELIVERIES_DAYS }: StoreDeliveriesDependencies): StoreDeliveries =>
  async ({ id: content, body, download, ...header }, endpoints) => {
    const now = clock.now()
    const expiresAt = expiryOf(header, deliveriesDays)
    await contents.insert({ id: content, owner: header.owner, body, download, expiresAt })
    const created = endpoints.map((target) => ({
      id: derivedId(`${content}.${target.endpoint}`),
      record: newRecord({ ...header, ...target, content }, now, deliveriesDays),
    }))
    await deliveries.insert(created)
    return created.map(({ id }) => id)
  }
