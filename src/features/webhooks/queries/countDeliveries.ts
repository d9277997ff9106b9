import type { Caller } from '../../accounts/index.js'
import type { Deliveries } from '../deliveries/deliveries.js'
import type { FindEndpoint } from '../internal/findEndpoint.js'

interface CountDeliveriesDependencies {
  readonly deliveries: Pick<Deliveries, 'count'>
  readonly findEndpoint: FindEndpoint
}

/** Number of deliveries of an endpoint, on all pages. @throws Failure NOT_FOUND */
export type CountDeliveries = (caller: Caller, endpoint: string) => Promise<number>

export const createCountDeliveries =
  ({ deliveries, findEndpoint }: CountDeliveriesDependencies): CountDeliveries =>
  async (caller, endpoint) => {
    await findEndpoint(caller, endpoint)
    return deliveries.count(endpoint)
  }
