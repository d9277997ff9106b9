import type { Operation } from '../operation.js'
import { webhookBody } from '../shapes/webhook.js'

export const createWebhook: Operation<'createWebhook'> = async ({ webhooks, caller, call, body }) => {
  const { webhook, secret } = await webhooks.createWebhook(caller, body, call.actor)
  return { status: 201, body: { success: true, webhook: webhookBody(webhook), secret } }
}
