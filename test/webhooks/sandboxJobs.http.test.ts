// Webhooks of sandbox jobs.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { submit } from '../../testbed/callers/batches.js'
import { eventually } from '../../testbed/eventually.js'
import { startTarget, type Target } from '../../testbed/receivers/target.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let target: Target
beforeAll(async () => {
  target = await startTarget()
  api = await start({ env: { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' } })
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

test('events that an address requests are sent for sandbox jobs only, and not to the webhooks of the account', async () => {
  const { key: live } = await api.account()
  const { key } = await api.generate(live, { sandbox: true })
  await api.call('createWebhook', { key: live, body: { url: target.url.replace('/hook', '/account') } })
  const { key: other } = await api.account()
  const emails = ['verification-completed@explicit.mailproof.net', 'usage-limit-reached@explicit.mailproof.net']
  const before = target.calls.length
  await submit(api, key, [...emails, ...emails], { webhook_url: target.url })
  await submit(api, other, emails, { webhook_url: target.url.replace('/hook', '/other') })
  await eventually(
    async () => target.calls.length - before,
    (count) => count === 4,
  )
  const sent = target.calls.slice(before).map(({ path, body }) => ({ path, type: JSON.parse(body).type }))
  const typesAt = (path: string) => sent.filter((call) => call.path.startsWith(path)).map(({ type }) => type)
  expect(typesAt('/hook').sort()).toEqual(['bulk.completed', 'usage.limit_reached', 'verification.completed'])
  expect(typesAt('/other')).toEqual(['bulk.completed'])
  expect(typesAt('/account')).toEqual([])
})
