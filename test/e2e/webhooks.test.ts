// Webhooks of the built program reach a receiver, signed.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { type Call, startTarget, type Target } from '../../testbed/receivers/target.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { describeShapes } from '../support/describeShapes.js'

/** What a receiver gets that checks signature and time as Standard Webhooks requires. */
const received = (secret: string, { headers, body }: Call) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; data: object }

describeShapes('webhooks', (start) => {
  let service: ProcessService
  let target: Target

  beforeAll(async () => {
    target = await startTarget()
    service = await start(REACHABLE)
  })
  afterAll(async () => {
    await service?.dispose()
    await target.close()
  })

  const calls = (count: number) =>
    eventually(
      () => target.calls,
      ({ length }) => length >= count,
    )

  test('deliver every event of an account, signed, with the answer that was given', async () => {
    const { key } = await service.account({ perMonth: 2 })
    const created = await service.call('createWebhook', { key, body: { url: target.url } })
    expect(created.status).toBe(201)
    const { secret, webhook } = created.body

    const v1 = await service.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net', debug: true } })
    expect(received(secret, (await calls(1))[0]!)).toMatchObject({
      type: 'verification.completed',
      data: { ...v1.body, request_id: v1.headers['x-request-id'], api_version: 'v1' },
    })

    const v2 = await service.call('verifyEmailSignals', { key, body: { email: 'ada+x@null-mx.mailproof.net' } })
    const rest = (await calls(3)).slice(1).map((call) => received(secret, call))
    expect(rest).toContainEqual(
      expect.objectContaining({ type: 'verification.completed', data: { ...v2.body, api_version: 'v2' } }),
    )
    expect(rest).toContainEqual(
      expect.objectContaining({
        type: 'usage.limit_reached',
        data: expect.objectContaining({ limit: 'month', used: 2, allowed: 2 }),
      }),
    )

    const listed = await eventually(
      async () => (await service.call('listDeliveries', { key, params: { webhookId: webhook.id } })).body.deliveries,
      ({ length }) => length >= 3,
    )
    expect(listed).toHaveLength(3)
  })

  test('deliver a test event, which is in the log', async () => {
    const { key } = await service.account()
    const before = target.calls.length
    const { body } = await service.call('createWebhook', { key, body: { url: target.url, events: ['bulk.completed'] } })
    const params = { webhookId: body.webhook.id }
    const tested = await service.call('testWebhook', { key, params })
    expect(tested.status).toBe(202)
    const call = (await calls(before + 1))[before]!
    expect(call.id).toBe(tested.body.delivery_id)
    expect(received(body.secret, call).type).toBe('webhook.test')
    const [delivery] = await eventually(
      async () => (await service.call('listDeliveries', { key, params })).body.deliveries,
      ([newest]) => newest.status === 'delivered',
    )
    expect(delivery).toMatchObject({ id: call.id, event: 'webhook.test', attempts: [{ status_code: 204 }] })
  })
})
