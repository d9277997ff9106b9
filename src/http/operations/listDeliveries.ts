import type { Operation } from '../operation.js'
import { deliveryBody } from '../shapes/webhook.js'

export const listDeliveries: Operation<'listDeliveries'> = async ({ webhooks, caller, params, query }) => {
  const { limit = 20, cursor } = query
  const page = { limit, ...(cursor !== undefined && { cursor }) }
  const { deliveries, nextCursor } = await webhooks.listDeliveries(caller, params.webhookId, page)
  return { status: 200, body: { deliveries: deliveries.map(deliveryBody), next_cursor: nextCursor } }
}
