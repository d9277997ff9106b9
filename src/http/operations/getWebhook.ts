import type { Operation } from '../operation.js'
import { webhookBody } from '../shapes/webhook.js'

export const getWebhook: Operation<'getWebhook'> = async ({ webhooks, caller, params }) => ({
  status: 200,
  body: webhookBody(await webhooks.getWebhook(caller, params.webhookId)),
})
