import type { Operation } from '../operation.js'
import { webhookBody } from '../shapes/webhook.js'

export const updateWebhook: Operation<'updateWebhook'> = async ({ webhooks, caller, call, params, body }) => ({
  status: 200,
  body: webhookBody(await webhooks.updateWebhook(caller, params.webhookId, body, call.actor)),
})
