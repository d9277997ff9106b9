import { Failure } from '../../../kernel/failure.js'
import type { Stored } from '../../../kernel/ports/documentStore.js'
import type { Caller } from '../../accounts/index.js'
import type { Deliveries } from '../deliveries/deliveries.js'
import type { DeliveryRecord } from '../deliveries/record.js'
import type { WebhookDocument } from '../projections/webhooks.js'
import type { FindEndpoint } from './findEndpoint.js'

interface FindDeliveryDependencies {
  readonly findEndpoint: FindEndpoint
  readonly deliveries: Deliveries
}

interface FoundDelivery {
  readonly delivery: Stored<DeliveryRecord>
  readonly endpoint: Pick<WebhookDocument, 'disabled'>
}

/** Finds a delivery to an endpoint of the caller's account. @throws Failure NOT_FOUND */
export type FindDelivery = (caller: Caller, endpoint: string, id: string) => Promise<FoundDelivery>

export const createFindDelivery =
  ({ findEndpoint, deliveries }: FindDeliveryDependencies): FindDelivery =>
  async (caller, endpoint, id) => {
    const found = await findEndpoint(caller, endpoint)
    const delivery = await deliveries.get(id)
    if (delivery?.document.endpoint !== endpoint) throw new Failure('NOT_FOUND', 'There is no such delivery.')
    return { delivery, endpoint: found }
  }
