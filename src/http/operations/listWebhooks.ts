import type { Operation } from '../operation.js'
import { webhookBody } from '../shapes/webhook.js'

export const listWebhooks: Operation<'listWebhooks'> = async ({ webhooks, caller }) => ({
  status: 200,
  body: { webhooks: (await webhooks.listWebhooks(caller)).map(webhookBody) },
})
