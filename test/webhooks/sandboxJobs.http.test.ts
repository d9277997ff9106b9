import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { submit } from '../support/batches.js'
import { eventually } from '../support/eventually.js'
import { startService, type TestService } from '../support/service.js'
import { startTarget, type Target } from './target.js'

let api: TestService
let target: Target
beforeAll(async () => {
  target = await startTarget()
  api = await startService({ env: { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' } })
})
afterAll(async () => {
  await api.stop()
  await target.close()
})

test('a sandbox job reports each of its ends to its own URL, signed with the secret of sandbox jobs', async () => {
  const { key: live } = await api.account()
  const { key } = await api.generate(live, { sandbox: true })
  await api.call('createWebhook', { key: live, body: { url: target.url.replace('/hook', '/account') } })
  const { secret } = (await api.call('getSigningSecret', { key })).body
  expect((await api.call('getSigningSecret', { key: live })).body.secret).not.toBe(secret)

  const job = (email: string) => submit(api, key, [email], { webhook_url: target.url })
  const ends = new Map([
    [await job('valid@example.net'), 'completed'],
    [await job('batch-failure@example.net'), 'failed'],
  ])
  const cancelled = await job('slow@example.net')
  await api.call('cancelBatch', { key, params: { batchId: cancelled } })
  ends.set(cancelled, 'cancelled')

  await eventually(
    async () => target.calls.length,
    (count) => count === ends.size,
  )
  for (const { path, headers, body } of target.calls) {
    expect(path).not.toContain('/account')
    const { type, data } = new Webhook(secret).verify(body, headers) as { type: string; data: Record<string, unknown> }
    expect({ type, status: data.status }).toEqual({ type: 'bulk.completed', status: ends.get(String(data.batch_id)) })
  }
})
