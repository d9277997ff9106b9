// POST /v1/verify, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { BASE_URL } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import {
  describeBodies,
  describeMethods,
  describeParameters,
  describeUnauthorized,
  testForms,
} from '../support/promises.js'

let api: InProcessService
let hurried: InProcessService
beforeAll(async () => {
  ;[api, hurried] = await Promise.all([start(), start({ env: { VERIFY_DEADLINE_MS: '100' } })])
})
afterAll(() => Promise.all([api.stop(), hurried.stop()]))

const verify = (key: string, email: string, more: object = {}) =>
  api.call('verifyEmail', { key, body: { email, ...more } })

describe('200', () => {
  test('has every field that the specification promises, and none that does not apply', async () => {
    const { key } = await api.account()
    const { body } = await verify(key, 'Ada.Lovelace@Explicit.mailproof.net')
    expect(body).toEqual({
      email: 'Ada.Lovelace@Explicit.mailproof.net',
      valid: true,
      status: 'valid',
      is_known_valid_fallback: false,
      is_dns_fallback: false,
      checks: { syntax: true, dns: true, mx: true, disposable: false, role: false, free: false },
      from_pool: false,
      metadata: {
        domain: 'explicit.mailproof.net',
        normalized_email: 'ada.lovelace@explicit.mailproof.net',
        alias: false,
      },
    })
  })

  test('has the provider, and a suggestion for a typo', async () => {
    const { key } = await api.account()
    expect((await verify(key, 'ada@gmail.com')).body).toMatchObject({ metadata: { provider: 'gmail' } })
    const typo = await verify(key, 'Ada.L@gmial.con')
    expect(typo.body).toMatchObject({
      valid: false,
      status: 'invalid',
      reason: 'dns',
      metadata: { did_you_mean: 'Ada.L@gmail.com' },
    })
  })

  test('has the mailbox behind an alias, and none for a malformed address', async () => {
    const { key } = await api.account()
    const alias = await verify(key, 'Ada.L+news@Gmail.com')
    expect(alias.body).toMatchObject({
      email: 'Ada.L+news@Gmail.com',
      metadata: { normalized_email: 'adal@gmail.com', alias: true },
    })
    const { metadata } = (await verify(key, 'no address')).body
    expect(metadata).toEqual({ domain: '' })
  })

  test('has the steps with `debug`, and none without', async () => {
    const { key } = await api.account()
    for (const email of ['ada@explicit.mailproof.net', 'ada@explicit.mailproof.net', 'no address']) {
      const { steps } = (await verify(key, email, { debug: true })).body.debug
      expect(steps.length).toBeGreaterThan(0)
      for (const step of steps)
        expect(step).toEqual({ name: expect.any(String), outcome: expect.any(String), ms: expect.any(Number) })
    }
    expect((await verify(key, 'ada@explicit.mailproof.net', { debug: false })).body).not.toHaveProperty('debug')
  })

  test('follows share_signals on a paid plan, and says on the free plan that it was ignored', async () => {
    const [free, starter] = await Promise.all([api.account(), api.account({ plan: 'starter' })])
    const wished = await verify(free.key, 'ada@explicit.mailproof.net', { share_signals: true })
    expect(wished.headers['x-signal-sharing']).toBe('ignored-plan')
    expect((await verify(free.key, 'ada@explicit.mailproof.net')).headers).not.toHaveProperty('x-signal-sharing')
    const shared = await verify(starter.key, 'ada@explicit.mailproof.net', { share_signals: true })
    expect(shared.headers).not.toHaveProperty('x-signal-sharing')
    const contributionsOf = async (key: string) => (await api.call('getPoolRank', { key })).body.contributions
    await eventually(
      () => contributionsOf(starter.key),
      (count) => count === 1,
    )
    expect(await contributionsOf(free.key)).toBe(0)
  })

  test('costs one address of the monthly quota; an unknown result costs nothing', async () => {
    const { key } = await api.account()
    await verify(key, 'ada@explicit.mailproof.net')
    await verify(key, 'ada@explicit.mailproof.net')
    await verify(key, 'no address')
    expect(await api.usage(key)).toEqual({ verifications: 3, limit: 1_000, remaining: 997 })
    expect((await verify(key, 'ada@servfail.mailproof.net')).body.status).toBe('unknown')
    expect(await api.usage(key)).toEqual({ verifications: 3, limit: 1_000, remaining: 997 })
  })

  test('uses the last of two members of one name, as JSON.parse does', async () => {
    const { key } = await api.account()
    const { body } = await api.call('verifyEmail', { key, body: '{"email":"a@missing.mailproof.net","email":"b"}' })
    expect(body.email).toBe('b')
  })

  test('charges nothing to a caller that disconnects', async () => {
    const { key } = await api.account()
    const hangUp = new AbortController()
    const slow = api.request('POST', '/v1/verify', {
      key,
      body: { email: 'ada@slow.mailproof.net' },
      signal: hangUp.signal,
    })
    await eventually(
      () => api.dns.queries('slow.mailproof.net'),
      (count) => count > 0,
    )
    hangUp.abort()
    await expect(slow).rejects.toThrow()
    // The first call would have been charged if its caller had still waited: from then on the name is cached.
    await verify((await api.account()).key, 'ada@slow.mailproof.net')
    expect((await api.usage(key)).verifications).toBe(0)
  })
})

describe('200 of a sandbox key', () => {
  const DELIVERABLE = { valid: true, status: 'valid', checks: { syntax: true, dns: true, mx: true } }
  const FALLBACK = { valid: true, is_dns_fallback: false, is_known_valid_fallback: false }
  test.each([
    ['valid', DELIVERABLE],
    ['anything-else', DELIVERABLE],
    ['invalid', { valid: false, status: 'invalid' }],
    ['syntax', { valid: false, status: 'invalid', reason: 'syntax', checks: { syntax: false } }],
    ['no-mx', { valid: false, status: 'invalid', checks: { syntax: true, mx: false } }],
    ['null-mx', { valid: false, status: 'invalid', reason: 'null_mx' }],
    ['nxdomain', { valid: false, status: 'invalid', reason: 'dns', checks: { dns: false, mx: false } }],
    ['disposable', { ...DELIVERABLE, checks: { disposable: true } }],
    ['role', { ...DELIVERABLE, checks: { role: true } }],
    ['free', { ...DELIVERABLE, checks: { free: true } }],
    ['typo', { metadata: { did_you_mean: expect.stringMatching(/^typo@.+\..+/) } }],
    ['timeout', { ...FALLBACK, status: 'unknown', is_dns_fallback: true }],
    ['known-fallback', { ...FALLBACK, status: 'valid', is_known_valid_fallback: true }],
    ['slow', DELIVERABLE],
    ['VALID', DELIVERABLE],
  ])('gives %s@ its documented outcome, without DNS and without a charge', async (localPart, expected) => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    const { status, body } = await verify(sandbox.key, `${localPart}@sandbox.mailproof.net`)
    expect({ status, body }).toMatchObject({ status: 200, body: expected })
    expect(api.dns.queries('sandbox.mailproof.net')).toBe(0)
    expect((await api.usage(key)).verifications).toBe(0)
  })

  test('has steps with `debug` too', async () => {
    const sandbox = await api.generate((await api.account()).key, { sandbox: true })
    expect((await verify(sandbox.key, 'valid@example.net', { debug: true })).body.debug).toEqual({
      steps: expect.any(Array),
    })
  })
})

describe('400', () => {
  describeParameters(() => api, 'verifyEmail')

  test.each([
    ['`email` is missing', {}, ['/email']],
    ['`email` is null', { email: null }, ['/email']],
    ['`email` is a number', { email: 5 }, ['/email']],
    ['`email` is an array', { email: ['a@b.example'] }, ['/email']],
    ['`debug` is a text', { email: 'a@b.example', debug: 'true' }, ['/debug']],
    ['`share_signals` is a number', { email: 'a@b.example', share_signals: 1 }, ['/share_signals']],
    ['a member is unknown', { email: 'a@b.example', emial: 'x' }, ['/emial']],
    ['all of it at once', { emial: 'x', debug: 1 }, ['/emial', '/email', '/debug']],
  ])('names the invalid field when %s', async (_, body, paths) => {
    const { key } = await api.account()
    const answer = await api.call('verifyEmail', { key, body })
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('VALIDATION_ERROR')
    expect(problemPaths(answer).sort()).toEqual(paths.sort())
    for (const path of paths) expect(answer.body.error.message).toContain(path.slice(1))
  })

  test('counts a refused request towards the limit per minute, but not the monthly quota', async () => {
    const { key } = await api.account({ perMinute: 3 })
    const answer = await api.call('verifyEmail', { key, body: {} })
    expect(answer.headers['x-ratelimit-remaining']).toBe('2')
    expect((await api.usage(key)).verifications).toBe(0)
  })
})

describeUnauthorized(() => api, 'verifyEmail')
describeMethods(() => api, 'verifyEmail')
describeBodies(() => api, 'verifyEmail')

describe('502', () => {
  test('is the response for error@ with a sandbox key, with everything a caller needs to know', async () => {
    const sandbox = await api.generate((await api.account()).key, { sandbox: true })
    const answer = await verify(sandbox.key, 'error@example.net')
    expect(answer.status).toBe(502)
    expect(answer.headers).toMatchObject({
      'retry-after': '5',
      'x-verify-origin': 'mailproof-error',
      'x-ratelimit-remaining': '59',
    })
    expect(answer.body).toEqual({
      error: {
        code: 'UPSTREAM_ERROR',
        message: expect.any(String),
        docs_url: `${BASE_URL}/docs/errors/UPSTREAM_ERROR`,
        retry_after: 5,
      },
    })
  })
})

describe('504', () => {
  test('reports a verification that exceeds its deadline, and does not charge it', async () => {
    const { key } = await hurried.account()
    const answer = await hurried.call('verifyEmail', { key, body: { email: 'ada@timeout.mailproof.net' } })
    expect(answer.status).toBe(504)
    expect(answer.headers).toMatchObject({
      'retry-after': '5',
      'x-verify-origin': 'mailproof-error',
      'x-ratelimit-remaining': '59',
    })
    expect(answer.body).toEqual({
      error: {
        code: 'UPSTREAM_TIMEOUT',
        message: expect.any(String),
        docs_url: `${BASE_URL}/docs/errors/UPSTREAM_TIMEOUT`,
        retry_after: 5,
      },
    })
    expect(await hurried.usage(key)).toEqual({ verifications: 0, limit: 1_000, remaining: 1_000 })
  })

  test('is never the response if no DNS is needed', async () => {
    const { key } = await hurried.account()
    const answer = await hurried.call('verifyEmail', { key, body: { email: 'ada@example.org' } })
    expect(answer.body.reason).toBe('reserved_domain')
  })
})

describe('the forms of its path', () => testForms(() => api, 'verifyEmail'))
