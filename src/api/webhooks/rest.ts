// REST operations of webhooks and their deliveries.
import { defaultsOf } from '../contract/defaults.js'
import type { Operation } from '../operation.js'
import { DELETED_MESSAGE, deliveryBody, webhookBody } from './present.js'

export const createWebhook: Operation<'createWebhook'> = async ({ webhooks, caller, call, body }) => {
  const { webhook, secret } = await webhooks.createWebhook(caller, body, call.actor)
  return { status: 201, body: { success: true, webhook: webhookBody(webhook), secret } }
}

export const listWebhooks: Operation<'listWebhooks'> = async ({ webhooks, caller }) => ({
  status: 200,
  body: { webhooks: (await webhooks.listWebhooks(caller)).map(webhookBody) },
})

export const getSigningSecret: Operation<'getSigningSecret'> = ({ webhooks, caller }) => ({
  status: 200,
  body: { secret: webhooks.getSigningSecret(caller) },
})

export const getWebhook: Operation<'getWebhook'> = async ({ webhooks, caller, params }) => ({
  status: 200,
  body: webhookBody(await webhooks.getWebhook(caller, params.webhookId)),
})

export const updateWebhook: Operation<'updateWebhook'> = async ({ webhooks, caller, call, params, body }) => ({
  status: 200,
  body: webhookBody(await webhooks.updateWebhook(caller, params.webhookId, body, call.actor)),
})

export const deleteWebhook: Operation<'deleteWebhook'> = async ({ webhooks, caller, call, params }) => {
  await webhooks.deleteWebhook(caller, params.webhookId, call.actor)
  return { status: 200, body: { success: true, message: DELETED_MESSAGE } }
}

export const rotateWebhookSecret: Operation<'rotateWebhookSecret'> = async ({ webhooks, caller, call, params }) => {
  const { webhook, secret } = await webhooks.rotateWebhookSecret(caller, params.webhookId, call.actor)
  return { status: 200, body: { success: true, webhook: webhookBody(webhook), secret } }
}

export const testWebhook: Operation<'testWebhook'> = async ({ webhooks, caller, call, params }) => {
  const { deliveryId } = await webhooks.testWebhook(caller, params.webhookId, call.actor)
  return { status: 202, body: { success: true, delivery_id: deliveryId } }
}

const PAGE = defaultsOf('listDeliveries', ['limit'])

export const listDeliveries: Operation<'listDeliveries'> = async ({ webhooks, caller, params, query }) => {
  const page = { ...PAGE, ...query }
  const { deliveries, nextCursor } = await webhooks.listDeliveries(caller, params.webhookId, page)
  return { status: 200, body: { deliveries: deliveries.map(deliveryBody), next_cursor: nextCursor } }
}

export const resendDelivery: Operation<'resendDelivery'> = async ({ webhooks, caller, call, params }) => ({
  status: 202,
  body: deliveryBody(await webhooks.resendDelivery(caller, params.webhookId, params.deliveryId, call.actor)),
})

export const replayDeliveries: Operation<'replayDeliveries'> = async ({ webhooks, caller, call, params, body }) => ({
  status: 202,
  body: { success: true, ...(await webhooks.replayDeliveries(caller, params.webhookId, body, call.actor)) },
})
