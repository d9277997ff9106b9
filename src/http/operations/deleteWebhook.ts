import type { Operation } from '../operation.js'

export const deleteWebhook: Operation<'deleteWebhook'> = async ({ webhooks, caller, call, params }) => {
  await webhooks.deleteWebhook(caller, params.webhookId, call.actor)
  return { status: 200, body: { success: true, message: 'The webhook is deleted and no longer called.' } }
}
