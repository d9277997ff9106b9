// POST /v1/verify/batch, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import { eventually } from '../../testbed/eventually.js'
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

const batch = (key: string, emails: readonly unknown[], more: object = {}) =>
  api.call('verifyBatch', { key, body: { emails, ...more } })

describe('200', () => {
  test('has the result of every address in order, equal to that of a single call, and their totals', async () => {
    const { key } = await api.account()
    const emails = [
      'ada@explicit.mailproof.net',
      'no address',
      'Bob@null-mx.mailproof.net',
      'eve@servfail.mailproof.net',
      'ada@explicit.mailproof.net',
      'info@gmail.com',
      '',
      'zoe@outlook.com',
    ]
    const { body } = await batch(key, emails)
    const singles = []
    for (const email of emails) singles.push((await api.call('verifyEmail', { key, body: { email } })).body)
    expect(body.results).toEqual(singles)
    expect(body.summary).toEqual({ total: 8, valid: 4, invalid: 3, unknown: 1 })
  })

  test('queries DNS once for a thousand addresses of one domain, plus a retry after a lost packet', async () => {
    const { key } = await api.account()
    api.dns.forget()
    const emails = Array.from({ length: 1_000 }, (_, index) => `ada-${index}@implicit.mailproof.net`)
    const { body } = await batch(key, emails)
    expect(body.summary).toEqual({ total: 1_000, valid: 1_000, invalid: 0, unknown: 0 })
    expect(body.results.map(({ email }: { email: string }) => email)).toEqual(emails)
    expect(api.dns.queries('implicit.mailproof.net', 'MX')).toBeLessThan(5)
    expect(await api.usage(key)).toEqual({ verifications: 1_000, limit: 1_000, remaining: 0 })
  })

  test('charges a repeated address once, in whatever spelling of the same mailbox', async () => {
    const { key } = await api.account()
    await batch(key, [
      'ada@explicit.mailproof.net',
      'ADA@explicit.mailproof.net',
      'Ada@EXPLICIT.mailproof.net',
      'jürgen@bücher.net',
      'jürgen@xn--bcher-kva.net',
      'no address',
      'no address',
    ])
    expect((await api.usage(key)).verifications).toBe(3)
    await batch(key, ['ada@explicit.mailproof.net'])
    expect((await api.usage(key)).verifications).toBe(4)
  })

  test('charges everything except unknown results', async () => {
    const { key } = await api.account({ perMonth: 3 })
    const { body } = await batch(key, [
      'a@servfail.mailproof.net',
      'b@timeout.mailproof.net',
      'c@explicit.mailproof.net',
    ])
    expect(body.summary).toEqual({ total: 3, valid: 1, invalid: 0, unknown: 2 })
    expect(await api.usage(key)).toEqual({ verifications: 1, limit: 3, remaining: 2 })
    expect((await batch(key, ['d@explicit.mailproof.net', 'e@explicit.mailproof.net'])).status).toBe(200)
  })

  test('counts as one request towards the limit per minute', async () => {
    const { key } = await api.account({ perMinute: 2 })
    expect((await batch(key, ['a', 'b', 'c', 'd'])).headers['x-ratelimit-remaining']).toBe('1')
  })

  test('has the steps of every result with `debug`, and none without', async () => {
    const { key } = await api.account()
    const emails = ['ada@explicit.mailproof.net', 'no address']
    for (const { debug } of (await batch(key, emails, { debug: true })).body.results)
      expect(debug.steps.length).toBeGreaterThan(0)
    for (const result of (await batch(key, emails)).body.results) expect(result).not.toHaveProperty('debug')
  })

  test('says on the free plan that share_signals was ignored', async () => {
    const { key } = await api.account()
    const answer = await batch(key, ['x'], { share_signals: true })
    expect(answer.headers['x-signal-sharing']).toBe('ignored-plan')
  })

  test('charges nothing to a caller that disconnects', async () => {
    const { key } = await api.account({ perMonth: 2 })
    const hangUp = new AbortController()
    const emails = ['a@slow.mailproof.net', 'b@slow.mailproof.net']
    const slow = api.request('POST', '/v1/verify/batch', { key, body: { emails }, signal: hangUp.signal })
    await eventually(
      () => api.dns.queries('slow.mailproof.net'),
      (count) => count > 0,
    )
    hangUp.abort()
    await expect(slow).rejects.toThrow()
    // Nothing is charged, so both addresses of the month can be used once the service has noticed.
    const again = await eventually(
      () => batch(key, emails),
      ({ status }) => status === 200,
    )
    expect(again.body.summary.valid).toBe(2)
    expect(await api.usage(key)).toEqual({ verifications: 2, limit: 2, remaining: 0 })
  })

  test('gives a sandbox key each outcome in order, free of charge', async () => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    const { body } = await batch(sandbox.key, ['valid@x.net', 'null-mx@x.net', 'timeout@x.net', 'syntax@x.net'])
    expect(body.results.map(({ status, reason }: { status: string; reason?: string }) => reason ?? status)).toEqual([
      'valid',
      'null_mx',
      'unknown',
      'syntax',
    ])
    expect(body.summary).toEqual({ total: 4, valid: 1, invalid: 2, unknown: 1 })
    expect((await api.usage(key)).verifications).toBe(0)
  })
})

describe('400', () => {
  describeParameters(() => api, 'verifyBatch')

  test.each([
    ['`emails` is missing', {}, ['/emails']],
    ['`emails` is a text', { emails: 'a@b.example' }, ['/emails']],
    ['`emails` is an object', { emails: { 0: 'a@b.example' } }, ['/emails']],
    ['`emails` is empty', { emails: [] }, ['/emails']],
    [
      'entries are no texts',
      { emails: ['a@b.example', 1, null, ['x'], { y: 1 }, true] },
      [1, 2, 3, 4, 5].map((at) => `/emails/${at}`),
    ],
    ['a member is unknown', { emails: ['x'], async: true }, ['/async']],
  ])('names the invalid field when %s', async (_, body, paths) => {
    const { key } = await api.account()
    const answer = await api.call('verifyBatch', { key, body })
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('VALIDATION_ERROR')
    expect(problemPaths(answer).sort()).toEqual(paths.sort())
    expect((await api.usage(key)).verifications).toBe(0)
  })

  test('names the first twenty of a thousand problems', async () => {
    const { key } = await api.account()
    const answer = await batch(
      key,
      Array.from({ length: 1_000 }, () => 1),
    )
    expect(answer.body.error.details.problems).toHaveLength(20)
  })

  test('accepts 1,000 addresses, and refuses 1,001 without a charge', async () => {
    const { key } = await api.account({ perMonth: 5_000 })
    const emails = Array.from({ length: 1_001 }, (_, index) => `no address ${index}`)
    const answer = await batch(key, emails)
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('TOO_MANY_EMAILS')
    expect(answer.body.error.message).toMatch(/1000\b.*1001\b/)
    expect((await api.usage(key)).verifications).toBe(0)
    expect((await batch(key, emails.slice(1))).body.summary).toMatchObject({ total: 1_000, invalid: 1_000 })
  })
})

describeUnauthorized(() => api, 'verifyBatch')
describeMethods(() => api, 'verifyBatch')
describeBodies(() => api, 'verifyBatch')

describe('429', () => {
  test('refuses an entire batch that exceeds the remaining quota', async () => {
    const { key } = await api.account({ perMonth: 5 })
    await batch(key, ['a@explicit.mailproof.net', 'b@explicit.mailproof.net'])
    const emails = ['c', 'd', 'e', 'f'].map((name) => `${name}@explicit.mailproof.net`)
    const refused = await batch(key, emails)
    expect(refused.status).toBe(429)
    expect(refused.body.error).toMatchObject({
      limit: 5,
      details: { scope: 'month', used: 2, remaining: 3, requested: 4 },
    })
    expect(await api.usage(key)).toEqual({ verifications: 2, limit: 5, remaining: 3 })
    expect((await batch(key, [...emails.slice(1), 'D@explicit.mailproof.net'])).status).toBe(200)
    expect(await api.usage(key)).toEqual({ verifications: 5, limit: 5, remaining: 0 })
  })

  test('accepts only as many concurrent batches as fit the remaining quota', async () => {
    const { id, key } = await api.account({ perMinute: 100, perMonth: 50 })
    const racers = Array.from({ length: 20 }, (_, racer) =>
      batch(
        key,
        Array.from({ length: 7 }, (_unused, index) => `r${racer}-${index}@explicit.mailproof.net`),
      ),
    )
    const statuses = (await Promise.all(racers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(7)
    expect(statuses.filter((status) => status === 429)).toHaveLength(13)
    expect(await api.usage(key)).toEqual({ verifications: 49, limit: 50, remaining: 1 })
    const month = new Date().toISOString().slice(0, 7)
    const limits = async () =>
      (await api.events(`limit-${id}.${month}.month`)).filter(({ type }) => type === 'UsageLimitReached')
    expect(await limits()).toEqual([])
    await batch(key, ['last@explicit.mailproof.net'])
    expect(await limits()).toHaveLength(1)
  })

  test('reports the limit per minute if that is the one exceeded', async () => {
    const { key } = await api.account({ perMinute: 1 })
    await batch(key, ['x'])
    expect((await batch(key, ['x'])).body.error.details).toEqual({ scope: 'minute' })
  })
})

describe('503', () => {
  test('reports a store that does not answer, and charges nothing', async () => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    const answer = await batch(sandbox.key, ['valid@example.net', 'error@example.net'])
    expect(answer.status).toBe(503)
    expect(answer.headers['x-ratelimit-remaining']).toBe('59')
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    expect(codeOf(answer)).toBe('SERVICE_UNAVAILABLE')
  })
})

describe('the forms of its path', () => testForms(() => api, 'verifyBatch'))
