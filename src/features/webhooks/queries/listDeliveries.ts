import { refuseCursor } from '../../../kernel/cursor.js'
import type { Caller } from '../../accounts/index.js'
import type { Deliveries } from '../deliveries/deliveries.js'
import type { DeliveryView, ViewDelivery } from '../internal/deliveryView.js'
import type { FindEndpoint } from '../internal/findEndpoint.js'

interface DeliveryPage {
  readonly deliveries: readonly DeliveryView[]
  /** Pagination cursor of the next page; null if this is the last. */
  readonly nextCursor: string | null
}

interface ListDeliveriesDependencies {
  readonly deliveries: Deliveries
  readonly findEndpoint: FindEndpoint
  readonly viewDelivery: ViewDelivery
}

/**
 * The deliveries of an endpoint, newest first.
 */
export type ListDeliveries = (
  caller: Caller,
  endpoint: string,
  page: { readonly limit: number; readonly cursor?: string },
) => Promise<DeliveryPage>

export const createListDeliveries =
  ({ deliveries, findEndpoint, viewDelivery }: ListDeliveriesDependencies): ListDeliveries =>
  async (caller, endpoint, { limit, cursor }) => {
    await findEndpoint(caller, endpoint)
    const { items, next } = await deliveries.list(endpoint, limit, cursor).catch(refuseCursor)
    return { deliveries: await Promise.all(items.map(viewDelivery)), nextCursor: next ?? null }
  }
