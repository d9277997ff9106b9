// Resending a delivery over REST, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { expectSame404 } from '../../testbed/callers/batches.js'
import { delivered, hook, NEVER, REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
beforeAll(async () => {
  api = await start({ env: REACHABLE })
  target = await startAcceptingReceiver()
})
afterAll(async () => {
  await api.stop()
  await target.close()
})

/** A webhook with one completed delivery. */
async function sent(key: string): Promise<{ webhookId: string; deliveryId: string }> {
  const { id: webhookId } = await hook(api, key, target.url)
  const { delivery_id } = (await api.call('testWebhook', { key, params: { webhookId } })).body
  await delivered(api, key, webhookId)
  return { webhookId, deliveryId: delivery_id }
}

describe('202', () => {
  test('sends the same body under the same id once more', async () => {
    const { key } = await api.account()
    const params = await sent(key)
    const answer = await api.call('resendDelivery', { key, params })
    expect(answer).toMatchObject({ status: 202, body: { id: params.deliveryId, event: 'webhook.test' } })
    const [delivery] = await eventually(
      async () => (await api.call('listDeliveries', { key, params })).body.deliveries,
      ([first]) => first.attempts.length === 2 && first.status === 'delivered',
    )
    expect(delivery.id).toBe(params.deliveryId)
    const calls = target.requests.filter((request) => request.includes(`webhook-id: ${params.deliveryId}`))
    expect(calls).toHaveLength(2)
    expect(new Set(calls.map((request) => request.split('\r\n\r\n')[1])).size).toBe(1)
  })
})

describe('400', () => describeParameters(() => api, 'resendDelivery'))
describeUnauthorized(() => api, 'resendDelivery')

describe('404', () => {
  test("another account's is reported as unknown, and is not resent", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const others = await sent(ada.key)
    const before = target.requests.length
    await expectSame404(api, 'resendDelivery', { key: bob.key, others, missing: NEVER })
    expect(target.requests).toHaveLength(before)
  })

  test('is the response for a delivery of another webhook, as for an unknown one', async () => {
    const { key } = await api.account()
    const [one, other] = [await sent(key), await sent(key)]
    const { webhookId } = one
    const others = { webhookId, deliveryId: other.deliveryId }
    await expectSame404(api, 'resendDelivery', { key, others, missing: { ...NEVER, webhookId } })
  })
})

describe('409', () => {
  test('is the response for a disabled webhook, with what to do', async () => {
    const { key } = await api.account()
    const params = await sent(key)
    await api.call('updateWebhook', { key, params, body: { status: 'disabled' } })
    const answer = await api.call('resendDelivery', { key, params })
    expect(answer.status).toBe(409)
    expect(answer.body.error).toMatchObject({ code: 'WEBHOOK_DISABLED', details: { reason: 'by_request' } })
    const [delivery] = (await api.call('listDeliveries', { key, params })).body.deliveries
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status_code: 204 }] })
  })
})

describeMethods(() => api, 'resendDelivery')
describe('the forms of its path', () => testForms(() => api, 'resendDelivery'))
