// POST /v1/verify/bulk/agent, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ended, submit } from '../../testbed/callers/batches.js'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import {
  describeBodies,
  describeMethods,
  describeParameters,
  describeUnauthorized,
  testForms,
} from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

type Item = { readonly v: number; readonly u?: number }

const EMAILS = ['ada@explicit.mailproof.net', 'no address', 'ada@missing.mailproof.net', 'ada@mailinator.com']
const call = (key: string, body: unknown, headers = {}) => api.call('verifyBulkAgent', { key, body, headers })

describe('200', () => {
  test('has the results in order, in the compact format', async () => {
    const { key } = await api.account()
    const { status, body } = await call(key, { emails: EMAILS })
    expect(status).toBe(200)
    expect(body.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(body.results.slice(0, 3)).toEqual([
      { i: 0, v: 1, d: 0 },
      { i: 1, v: 0, d: 0, e: 'syntax' },
      { i: 2, v: 0, d: 0, e: 'dns' },
    ])
    expect(body.results[3]).toMatchObject({ i: 3, d: 1 })
    expect(body.stats).toEqual({ t: 4, v: 2, i: 2, u: 0, ms: expect.any(Number), eps: expect.any(Number) })
  })

  test.each([false, true])('counts in `stats` what the items say, async %p', async (async) => {
    const { key } = await api.account()
    const emails = [...EMAILS, 'ada@servfail.mailproof.net', 'ada@timeout.mailproof.net', 'ada@null-mx.mailproof.net']
    let { body } = await call(key, { emails, async })
    if (async) {
      const params = { batchId: body.batch_id }
      await ended(api, key, params.batchId)
      body = (await api.call('getBatchResults', { key, params })).body
    }
    const { results, stats } = body
    const sum = (member: 'v' | 'u') => results.reduce((sum: number, item: Item) => sum + (item[member] ?? 0), 0)
    expect([stats.t, stats.v, stats.u]).toEqual([emails.length, sum('v'), sum('u')])
    expect(stats.v + stats.i).toBe(stats.t)
    expect(stats.u).toBe(2)
  })

  test('in the full format has for each what a single verification returns', async () => {
    const { key } = await api.account()
    const { body } = await call(key, { emails: EMAILS, format: 'full' })
    for (const [index, email] of EMAILS.entries()) {
      const single = (await api.call('verifyEmail', { key, body: { email } })).body
      const { i, v, d, e, ...result } = body.results[index]
      expect(result).toEqual(single)
      expect([i, v, d, e]).toEqual([index, Number(single.valid), Number(single.checks.disposable), single.reason])
    }
  })

  test.each(['compact', 'full'])('with debug has the steps of each, in the format %s', async (format) => {
    const { key } = await api.account()
    const { body } = await call(key, { emails: EMAILS, format, debug: true })
    for (const { debug } of body.results) {
      expect(debug.steps[0]).toEqual({ name: 'syntax', outcome: expect.any(String), ms: expect.any(Number) })
    }
  })

  test('charges a repeated address once, and an unknown result not at all', async () => {
    const { key } = await api.account()
    const emails = ['ada@explicit.mailproof.net', 'ADA@EXPLICIT.mailproof.net', 'ada@timeout.mailproof.net']
    const { body } = await call(key, { emails })
    expect(body.results.map(({ v, u }: { v: number; u?: number }) => [v, u])).toEqual([
      [1, undefined],
      [1, undefined],
      [1, 1],
    ])
    expect(body.stats).toMatchObject({ t: 3, v: 3, i: 0, u: 1 })
    expect(await api.usage(key)).toMatchObject({ verifications: 1, remaining: 999 })
  })

  test('accepts 10,000 synchronously', async () => {
    const { key } = await api.account({ perMonth: 20_000 })
    const emails = Array.from({ length: 10_000 }, (_, index) => `user${index}@explicit.mailproof.net`)
    const { status, body } = await call(key, { emails })
    expect(status).toBe(200)
    expect(body.results).toHaveLength(10_000)
    expect(body.results[9_999]).toEqual({ i: 9_999, v: 1, d: 0 })
    expect(body.stats).toMatchObject({ t: 10_000, v: 10_000 })
    expect((await api.usage(key)).verifications).toBe(10_000)
  })

  test('ignores an Idempotency-Key: a synchronous call is executed each time', async () => {
    const { key } = await api.account()
    const headers = { 'Idempotency-Key': 'same' }
    await call(key, { emails: ['ada@explicit.mailproof.net'] }, headers)
    const again = await call(key, { emails: ['bob@explicit.mailproof.net'] }, headers)
    expect(again.status).toBe(200)
    expect(again.headers).not.toHaveProperty('idempotent-replayed')
    expect((await api.usage(key)).verifications).toBe(2)
  })

  test('says on the free plan that share_signals was ignored', async () => {
    const { key } = await api.account()
    const { headers } = await call(key, { emails: EMAILS, share_signals: true })
    expect(headers['x-signal-sharing']).toBe('ignored-plan')
  })

  test('counts towards the limit of the other verifications, in its own headers', async () => {
    const { key } = await api.account({ perMinute: 5 })
    await api.call('verifyEmail', { key, body: { email: 'x' } })
    const { headers } = await call(key, { emails: ['x'] })
    expect(headers['x-agent-ratelimit-limit']).toBe('5')
    expect(headers['x-agent-ratelimit-remaining']).toBe('3')
    expect(headers).not.toHaveProperty('x-ratelimit-limit')
  })
})

describe('202', () => {
  test('with async accepts the batch, whose results are fetched later', async () => {
    const { key } = await api.account()
    const answer = await call(key, { emails: EMAILS, async: true })
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({ batch_id: expect.any(String), status: 'pending', total: 4 })
    const batchId = answer.body.batch_id
    expect(await ended(api, key, batchId)).toMatchObject({ status: 'completed', total: 4, processed: 4 })
    const results = await api.call('getBatchResults', { key, params: { batchId } })
    expect(results.body.results).toEqual((await call(key, { emails: EMAILS })).body.results)
  })

  test('accepts 50,000', async () => {
    const { key } = await api.account({ perMonth: 100_000 })
    const emails = Array.from({ length: 50_000 }, (_, index) => `user${index % 100}@explicit.mailproof.net`)
    const answer = await call(key, { emails, async: true })
    expect(answer.body).toMatchObject({ total: 50_000 })
    const { batch_id } = answer.body
    await api.call('cancelBatch', { key, params: { batchId: batch_id } })
  })

  test('keeps the requested format, and the steps if requested', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, EMAILS, { format: 'full', debug: true })
    await ended(api, key, batchId)
    const { body } = await api.call('getBatchResults', { key, params: { batchId } })
    const sync = await call(key, { emails: EMAILS, format: 'full', debug: true })
    const plain = ({ debug, ...rest }: { debug: unknown }) => {
      expect(debug).toMatchObject({ steps: expect.any(Array) })
      return rest
    }
    expect(body.results.map(plain)).toEqual(sync.body.results.map(plain))
  })
})

describe('400', () => {
  describeParameters(() => api, 'verifyBulkAgent')

  test('more than 10,000 without async', async () => {
    const { key } = await api.account({ perMonth: 100_000 })
    const answer = await call(key, { emails: Array(10_001).fill('ada@explicit.mailproof.net') })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'ASYNC_REQUIRED', details: { limit: 10_000, sent: 10_001 } } },
    })
    expect((await api.usage(key)).verifications).toBe(0)
  })

  test.each([false, true])('more than 50,000, async %p', async (async) => {
    const { key } = await api.account({ perMonth: 100_000 })
    const answer = await call(key, { emails: Array(50_001).fill('x'), async })
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('TOO_MANY_EMAILS')
  })

  test.each([
    ['no emails', {}, '/emails'],
    ['none of them', { emails: [] }, '/emails'],
    ['a text', { emails: 'ada@example.org' }, '/emails'],
    ['an entry that is no text', { emails: ['x', 7] }, '/emails/1'],
    ['an unknown format', { emails: ['x'], format: 'short' }, '/format'],
    ['async as a text', { emails: ['x'], async: 'true' }, '/async'],
    ['a URL that is no text', { emails: ['x'], async: true, webhook_url: 7 }, '/webhook_url'],
    [
      'a webhook URL, although the results are in the response',
      { emails: ['x'], webhook_url: 'https://192.0.43.8/' },
      '/webhook_url',
    ],
    ['an unknown member', { emails: ['x'], callback: 'x' }, '/callback'],
  ])('%s', async (_, body, path) => {
    const { key } = await api.account()
    const answer = await call(key, body)
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toContain(path)
  })

  test.each(['http://127.0.0.1/', 'https:///nowhere', 'ftp://example.com/', 'http://user:pass@example.com/'])(
    'a URL that may not be called, which is not stored: %s',
    async (webhook_url) => {
      const { key } = await api.account()
      const answer = await call(key, { emails: ['x'], async: true, webhook_url })
      expect(answer.status).toBe(400)
      expect(codeOf(answer)).toBe('WEBHOOK_URL_NOT_ALLOWED')
      expect(await api.usage(key)).toMatchObject({ verifications: 0, remaining: 1_000 })
    },
  )
})

describeUnauthorized(() => api, 'verifyBulkAgent')
describeBodies(() => api, 'verifyBulkAgent')

describe('429', () => {
  test.each([false, true])('more addresses than the remaining quota, async %p: nothing is charged', async (async) => {
    const { key } = await api.account({ perMonth: 3 })
    const answer = await call(key, { emails: EMAILS, async })
    expect(answer.status).toBe(429)
    expect(answer.body.error).toMatchObject({ details: { scope: 'month', requested: 4, remaining: 3 } })
    expect(await api.usage(key)).toMatchObject({ verifications: 0, remaining: 3 })
  })

  test('more requests than the limit per minute', async () => {
    const { key } = await api.account({ perMinute: 1 })
    await call(key, { emails: ['x'] })
    const answer = await call(key, { emails: ['x'] })
    expect(answer).toMatchObject({ status: 429, headers: { 'x-agent-ratelimit-remaining': '0' } })
    expect(answer.body.error.details).toEqual({ scope: 'minute' })
  })
})

describeMethods(() => api, 'verifyBulkAgent')
describe('the forms of its path', () => testForms(() => api, 'verifyBulkAgent'))
