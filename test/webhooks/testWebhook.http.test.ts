// Sending a test event over REST, by status.
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

describe('202', () => {
  test('sends a test event whatever the subscription, and its delivery shows the outcome', async () => {
    const { key } = await api.account()
    const { id: webhookId } = await hook(api, key, target.url, { events: ['usage.limit_reached'] })
    const answer = await api.call('testWebhook', { key, params: { webhookId } })
    expect(answer).toMatchObject({ status: 202, body: { success: true, delivery_id: expect.any(String) } })
    const [delivery] = await delivered(api, key, webhookId)
    expect(delivery).toMatchObject({
      id: answer.body.delivery_id,
      event: 'webhook.test',
      status: 'delivered',
      next_attempt_at: null,
      attempts: [{ status_code: 204, duration_ms: expect.any(Number) }],
    })
    expect(target.requests.at(-1)).toContain(`webhook-id: ${delivery.id}`)
    const ask = () => api.call('getWebhook', { key, params: { webhookId } })
    await eventually(ask, ({ body }) => body.last_success_at !== null && body.consecutive_failures === 0)
  })
})

describe('400', () => describeParameters(() => api, 'testWebhook'))
describeUnauthorized(() => api, 'testWebhook')

describe('404', () => {
  test("another account's is reported as unknown, and is not called", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const before = target.connections
    const { id: webhookId } = await hook(api, ada.key, target.url)
    await expectSame404(api, 'testWebhook', { key: bob.key, others: { webhookId }, missing: NEVER })
    expect((await api.call('listDeliveries', { key: ada.key, params: { webhookId } })).body.deliveries).toEqual([])
    expect(target.connections).toBe(before)
  })
})

describe('409', () => {
  test('is the response for a disabled webhook, with what to do', async () => {
    const { key } = await api.account()
    const { id: webhookId } = await hook(api, key, target.url)
    await api.call('updateWebhook', { key, params: { webhookId }, body: { status: 'disabled' } })
    const answer = await api.call('testWebhook', { key, params: { webhookId } })
    expect(answer.status).toBe(409)
    expect(answer.body.error).toMatchObject({ code: 'WEBHOOK_DISABLED', details: { reason: 'by_request' } })
    expect(answer.body.error.message).toContain('"status":"enabled"')
    expect((await api.call('listDeliveries', { key, params: { webhookId } })).body.deliveries).toEqual([])
    await api.call('updateWebhook', { key, params: { webhookId }, body: { status: 'enabled' } })
    expect((await api.call('testWebhook', { key, params: { webhookId } })).status).toBe(202)
  })
})

describeMethods(() => api, 'testWebhook')
describe('the forms of its path', () => testForms(() => api, 'testWebhook'))
