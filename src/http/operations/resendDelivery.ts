import type { Operation } from '../operation.js'
import { deliveryBody } from '../shapes/webhook.js'

export const resendDelivery: Operation<'resendDelivery'> = async ({ webhooks, caller, call, params }) => ({
  status: 202,
  body: deliveryBody(await webhooks.resendDelivery(caller, params.webhookId, params.deliveryId, call.actor)),
})
