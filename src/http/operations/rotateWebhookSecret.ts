import type { Operation } from '../operation.js'
import { webhookBody } from '../shapes/webhook.js'

export const rotateWebhookSecret: Operation<'rotateWebhookSecret'> = async ({ webhooks, caller, call, params }) => {
  const { webhook, secret } = await webhooks.rotateWebhookSecret(caller, params.webhookId, call.actor)
  return { status: 200, body: { success: true, webhook: webhookBody(webhook), secret } }
}
