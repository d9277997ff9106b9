import type { Operation } from '../operation.js'

export const testWebhook: Operation<'testWebhook'> = async ({ webhooks, caller, call, params }) => {
  const { deliveryId } = await webhooks.testWebhook(caller, params.webhookId, call.actor)
  return { status: 202, body: { success: true, delivery_id: deliveryId } }
}
