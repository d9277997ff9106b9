import type { Clock } from '../../kernel/clock.js'
import { derivedId } from '../../kernel/ids.js'
import type { Contents } from './deliveries/contents.js'
import type { Deliveries } from './deliveries/deliveries.js'
import { type DeliveryRecord, type Draft, expiryOf, newRecord } from './deliveries/record.js'

/** What is told, to however many endpoints. */
export interface OutgoingNotification extends Pick<Draft, 'owner' | 'event' | 'createdAt'> {
  /** Of the event that it tells of. */
  readonly id: string
  readonly body: string
  /** The batch whose file it links to. */
  readonly download?: string | undefined
}

export interface EnqueueDeliveriesDependencies {
  readonly deliveries: Deliveries
  readonly contents: Contents
  readonly clock: Clock
}

export type EnqueueDeliveries = ReturnType<typeof createEnqueueDeliveries>

/**
 * Makes a delivery of a body to each endpoint, durable when it resolves; those that are there already stay as they are.
 * @returns their ids, which follow from event and endpoint
 */
export const createEnqueueDeliveries =
  ({ deliveries, contents, clock }: EnqueueDeliveriesDependencies) =>
  async (
    { id: content, body, download, ...letter }: OutgoingNotification,
    endpoints: readonly Pick<DeliveryRecord, 'endpoint' | 'job'>[],
  ): Promise<string[]> => {
    const now = clock.now()
    await contents.insert({ id: content, owner: letter.owner, body, download, expiresAt: expiryOf(letter) })
    const made = endpoints.map((to) => ({
      id: derivedId(`${content}.${to.endpoint}`),
      record: newRecord({ ...letter, ...to, content }, now),
    }))
    await deliveries.insert(made)
    return made.map(({ id }) => id)
  }
