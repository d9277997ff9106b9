// What an operations team needs of webhooks: own headers and authority, replay, redirects, notices.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { NEVER, REACHABLE } from '../../testbed/callers/webhooks.js'
import { selfSigned } from '../../testbed/certificate.js'
import { problemPaths } from '../../testbed/contract/answers.js'
import { eventually } from '../../testbed/eventually.js'
import { startReceiver } from '../../testbed/receivers/receiver.js'
import { startTarget, type TargetAnswer } from '../../testbed/receivers/target.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: REACHABLE })
})
afterAll(() => api.stop())

async function created(key: string, body: object) {
  const answer = await api.call('createWebhook', { key, body })
  expect(answer.status).toBe(201)
  return answer.body.webhook
}

const deliveriesOf = async (key: string, webhookId: string) =>
  (await api.call('listDeliveries', { key, params: { webhookId } })).body.deliveries

/** Sends a test event and waits for the end of its only attempt. */
async function tested(key: string, webhookId: string) {
  const { delivery_id } = (await api.call('testWebhook', { key, params: { webhookId } })).body
  return eventually(
    async () => (await deliveriesOf(key, webhookId)).find(({ id }: { id: string }) => id === delivery_id),
    (delivery) => delivery?.status !== 'pending',
  )
}

describe('headers', () => {
  test('are sent with every request, beside those of the service; only their names are shown', async () => {
    const { key } = await api.account()
    const target = await startTarget()
    const headers = { 'X-Environment': 'production', Authorization: 'Bearer secret-value' }
    const hook = await created(key, { url: target.url, headers })
    expect(hook.header_names).toEqual(['X-Environment', 'Authorization'])
    await tested(key, hook.id)
    expect(target.calls[0]!.headers).toMatchObject({
      'x-environment': 'production',
      authorization: 'Bearer secret-value',
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^mailproof\//),
    })
    expect(JSON.stringify((await api.call('listWebhooks', { key })).body)).not.toContain('secret-value')
    const change = (body: object) => api.call('updateWebhook', { key, params: { webhookId: hook.id }, body })
    expect((await change({ status: 'enabled' })).body.header_names).toEqual(['X-Environment', 'Authorization'])
    expect((await change({ headers: { 'X-Other': 'a' } })).body.header_names).toEqual(['X-Other'])
    await tested(key, hook.id)
    expect(target.calls[1]!.headers['x-other']).toBe('a')
    expect(target.calls[1]!.headers.authorization).toBeUndefined()
    expect((await change({ headers: {} })).body.header_names).toEqual([])
    await target.close()
  })

  test('go to no other URL than the one that they were given for, unless they are given again', async () => {
    const { key } = await api.account()
    const [own, other] = await Promise.all([startTarget(), startTarget()])
    const hook = await created(key, { url: own.url, headers: { 'X-Gateway': 'secret-value' } })
    const change = (body: object) => api.call('updateWebhook', { key, params: { webhookId: hook.id }, body })
    const refused = await change({ url: other.url })
    expect({ status: refused.status, paths: problemPaths(refused) }).toEqual({ status: 400, paths: ['/headers'] })
    expect((await change({ url: own.url, events: null })).status).toBe(200)
    expect((await change({ url: other.url, headers: { 'X-Gateway': 'given again' } })).status).toBe(200)
    await tested(key, hook.id)
    expect(own.calls).toEqual([])
    expect(other.calls[0]!.headers['x-gateway']).toBe('given again')
    expect((await change({ url: own.url, headers: {} })).status).toBe(200)
    expect((await change({ url: other.url })).status).toBe(200)
    await Promise.all([own.close(), other.close()])
  })

  test.each([
    { Host: 'other.example' },
    { hOsT: 'a' },
    { 'webhook-signature': 'v1,forged' },
    { 'Content-Length': '0' },
    { 'Transfer-Encoding': 'chunked' },
    { 'X A': 'a' },
    { '': 'a' },
    { 'X-A': 'a\r\nX-B: b' },
    { 'X-A': ' a' },
    { 'X-A': 'é' },
    { 'X-A': '' },
    { 'X-A': 'a', 'x-a': 'b' },
    Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, 'a'])),
  ])('are refused: %p', async (headers) => {
    const { key } = await api.account()
    const answer = await api.call('createWebhook', { key, body: { url: 'https://example.com/', headers } })
    expect({ status: answer.status, code: answer.body.error?.code ?? answer.body.code }).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
    })
    expect((await api.call('listWebhooks', { key })).body.webhooks).toEqual([])
  })
})

describe('an own certificate authority', () => {
  test('is trusted for that webhook alone', async () => {
    const { key } = await api.account()
    const tls = selfSigned('127.0.0.1')
    const target = await startReceiver((socket) => socket.end('HTTP/1.1 204 Said\r\n\r\n'), { tls })
    const url = `https://127.0.0.1:${target.port}/hooks`
    const [without, hook] = [
      await created(key, { url }),
      await created(key, { url, certificate_authority: `a file of\n${tls.cert}` }),
    ]
    expect(without.certificate_authority).toBeNull()
    expect(hook.certificate_authority).toContain('-----BEGIN CERTIFICATE-----')
    const refused = await tested(key, without.id)
    expect(refused).toMatchObject({ status: 'failed', attempts: [{ response: 'The TLS certificate is self-signed.' }] })
    expect(await tested(key, hook.id)).toMatchObject({ status: 'delivered' })
    const removed = await api.call('updateWebhook', {
      key,
      params: { webhookId: hook.id },
      body: { certificate_authority: '' },
    })
    expect(removed.body.certificate_authority).toBeNull()
    expect(await tested(key, hook.id)).toMatchObject({ status: 'failed' })
    await target.close()
  })

  test.each(['nonsense', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', 'x'.repeat(20_001)])(
    'is refused if it is none: %p',
    async (text) => {
      const { key } = await api.account()
      const body = { url: 'https://example.com/', certificate_authority: text }
      expect((await api.call('createWebhook', { key, body })).status).toBe(400)
    },
  )
})

test('the Location of a redirect is in the log of deliveries', async () => {
  const { key } = await api.account()
  const target = await startTarget(() => ({ status: 302, headers: ['Location: https://other.example/hooks?a=b'] }))
  const hook = await created(key, { url: target.url })
  const { attempts } = await tested(key, hook.id)
  expect(attempts).toMatchObject([{ status_code: 302, location: 'https://other.example/hooks?a=b' }])
  expect(target.calls).toHaveLength(1)
  const query = `{ webhooks { deliveries(first: 1) { nodes: edges { node { attempts { location } } } } } }`
  const { body } = await api.request('POST', '/graphql', { key, body: { query } })
  expect(body.data.webhooks[0].deliveries.nodes[0].node.attempts[0].location).toBe('https://other.example/hooks?a=b')
  await target.close()
})

describe('replayDeliveries', () => {
  test('sends all failed deliveries since a time again, oldest first, once per call', async () => {
    const { key } = await api.account()
    let answer: TargetAnswer = { status: 500 }
    const target = await startTarget(() => answer)
    const { id: webhookId } = await created(key, { url: target.url })
    const early = await tested(key, webhookId)
    const since = new Date(Date.now() + 1).toISOString()
    while (Date.now() <= Date.parse(since)) await new Promise((resolve) => setImmediate(resolve))
    const missed = [await tested(key, webhookId), await tested(key, webhookId)]
    answer = { status: 204 }
    const replay = (body: object) => api.call('replayDeliveries', { key, params: { webhookId }, body })
    const before = target.calls.length
    expect(await replay({ since })).toMatchObject({ status: 202, body: { success: true, replayed: 2, more: false } })
    await eventually(
      () => deliveriesOf(key, webhookId),
      (all) => all.filter(({ status }: { status: string }) => status === 'delivered').length === 2,
    )
    expect(target.calls.slice(before).map(({ id }) => id)).toEqual(missed.map(({ id }) => id))
    expect((await replay({ since })).body).toMatchObject({ replayed: 0 })
    expect((await replay({ since: new Date().toISOString().slice(0, 10) })).body).toMatchObject({ replayed: 1 })
    await eventually(
      () => deliveriesOf(key, webhookId),
      (all) => all.every(({ status }: { status: string }) => status === 'delivered'),
    )
    expect(target.calls.at(-1)!.id).toBe(early.id)
    await target.close()
  })

  test.each(['yesterday', '2026-02-30', '2999-01-01T00:00:00Z', ''])('refuses %p', async (since) => {
    const { key } = await api.account()
    const { id: webhookId } = await created(key, { url: 'http://127.0.0.1:4000/' })
    expect((await api.call('replayDeliveries', { key, params: { webhookId }, body: { since } })).status).toBe(400)
  })

  test('refuses a disabled webhook, and one of another account', async () => {
    const [{ key }, other] = [await api.account(), await api.account()]
    const { id: webhookId } = await created(key, { url: 'http://127.0.0.1:4000/' })
    const body = { since: '2026-01-01' }
    const params = { webhookId }
    expect((await api.call('replayDeliveries', { key: other.key, params, body })).status).toBe(404)
    await api.call('updateWebhook', { key, params, body: { status: 'disabled' } })
    expect((await api.call('replayDeliveries', { key, params, body })).body.error.code).toBe('WEBHOOK_DISABLED')
    expect((await api.call('replayDeliveries', { key, params: NEVER, body })).status).toBe(404)
  })

  describe('400', () => describeParameters(() => api, 'replayDeliveries'))
  describeUnauthorized(() => api, 'replayDeliveries')
  describeMethods(() => api, 'replayDeliveries')
})

describe('notices', () => {
  test('tell other webhooks that one was disabled, and that it has recovered', async () => {
    const { key } = await api.account()
    let answer: TargetAnswer = { status: 410 }
    const target = await startTarget(() => answer)
    const [operators, deaf] = [await startTarget(), await startTarget()]
    await created(key, { url: operators.url, events: ['webhook.disabled', 'webhook.recovered'] })
    expect((await created(key, { url: deaf.url })).events).toEqual([
      'verification.completed',
      'bulk.completed',
      'usage.limit_reached',
    ])
    const { id: webhookId } = await created(key, { url: target.url })
    const params = { webhookId }
    await tested(key, webhookId)
    await eventually(
      () => operators.calls.length,
      (count) => count === 1,
    )
    expect(JSON.parse(operators.calls[0]!.body)).toMatchObject({
      type: 'webhook.disabled',
      data: { webhook_id: webhookId, reason: 'gone', disabled_at: expect.any(String) },
    })
    answer = { status: 204 }
    await api.call('updateWebhook', { key, params, body: { status: 'enabled' } })
    expect(operators.calls).toHaveLength(1)
    await tested(key, webhookId)
    await eventually(
      () => operators.calls.length,
      (count) => count === 2,
    )
    expect(JSON.parse(operators.calls[1]!.body)).toMatchObject({
      type: 'webhook.recovered',
      data: { webhook_id: webhookId, recovered_at: expect.any(String) },
    })
    // Once, and not for what was disabled by request.
    await api.call('updateWebhook', { key, params, body: { status: 'disabled' } })
    await api.call('updateWebhook', { key, params, body: { status: 'enabled' } })
    await tested(key, webhookId)
    expect([operators.calls.length, deaf.calls.length]).toEqual([2, 0])
    for (const each of [target, operators, deaf]) await each.close()
  })
})
