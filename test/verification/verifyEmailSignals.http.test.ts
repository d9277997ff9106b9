// POST /v2/verify, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { RequestOptions } from '../../testbed/callers/client.js'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
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

const signals = (key: string, email: string, headers: RequestOptions['headers'] = {}) =>
  api.call('verifyEmailSignals', { key, body: { email }, headers })

describe('200', () => {
  test('has every field that the specification requires, and its headers mirror them', async () => {
    const { key } = await api.account()
    const before = Date.now()
    const { body, headers } = await signals(key, 'Ada@Explicit.mailproof.net')
    expect(body).toEqual({
      email: 'Ada@Explicit.mailproof.net',
      result_version: '2026-11-26',
      stability: 'beta',
      request_id: headers['x-request-id'],
      checked_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/),
      default_decision: 'allow',
      decision: { action: 'allow', rule: null, message: null, rules_version: 0 },
      normalized_email: 'ada@explicit.mailproof.net',
      reasons: [
        {
          code: 'deliverable',
          category: 'allow',
          message: 'Mail can be delivered to the domain, and no problems were found.',
          docs_slug: 'deliverable',
          docs_url: `${BASE_URL}/docs/reasons/deliverable`,
        },
      ],
      signals: {
        syntax: 'valid',
        dns: 'resolves',
        mx: 'present',
        disposable: false,
        accept_all: 'unknown',
        patterns: [],
      },
      runtime: { status: 'ok', unresolved_groups: [] },
      ttl_hint_seconds: 300,
    })
    expect(headers['x-api-status']).toBe(body.stability)
    expect(headers['x-processing-time-ms']).toMatch(/^\d+(\.\d+)?$/)
    expect(Date.parse(body.checked_at)).toBeGreaterThan(before - 60_000)
    expect(Date.parse(body.checked_at)).toBeLessThanOrEqual(Date.now())
  })

  test('gives every call its own request id and trace id', async () => {
    const { key } = await api.account()
    const answers = [await signals(key, 'x'), await signals(key, 'x')]
    expect(answers[0]!.body.request_id).not.toBe(answers[1]!.body.request_id)
    const traces = answers.map(({ headers }) => headers['x-trace-id'])
    for (const trace of traces) expect(trace).toMatch(/^[0-9a-f]{32}$/)
    expect(traces[0]).not.toBe(traces[1])
  })

  test.each(['a', 'signup-4711', 'A.b_c:d-9', 'x'.repeat(128)])('mirrors the parent id %s', async (parent) => {
    const { key } = await api.account()
    expect((await signals(key, 'x', { 'X-Parent-ID': parent })).headers['x-parent-id']).toBe(parent)
  })

  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(129)],
    ['with a space', 'a b'],
    ['that looks like markup', '<script>'],
    ['beyond ASCII', 'é'],
    ['given twice', ['a', 'b']],
  ])('ignores a parent id that is %s', async (_, parent) => {
    const { key } = await api.account()
    const answer = await signals(key, 'x', { 'X-Parent-ID': parent })
    expect(answer.status).toBe(200)
    expect(answer.headers).not.toHaveProperty('x-parent-id')
  })

  test('continues the trace of a valid traceparent', async () => {
    const { key } = await api.account()
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const given = (traceparent: string) =>
      signals(key, 'x', { traceparent }).then(({ headers }) => headers['x-trace-id'])
    expect(await given(`00-${trace}-00f067aa0ba902b7-01`)).toBe(trace)
    expect(await given(`01-${trace}-00f067aa0ba902b7-01-more`)).toBe(trace)
    const broken = [
      trace,
      `00-${trace}`,
      `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
      '00-1-2-3',
      `00-${trace}-00f067aa0ba902b7-01-more`,
      `01-${trace}-00f067aa0ba902b7-01more`,
      `ff-${trace}-00f067aa0ba902b7-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
    ]
    for (const traceparent of broken) expect(await given(traceparent)).toMatch(new RegExp(`^(?!${trace})[0-9a-f]{32}$`))
    // All zeros are not a valid trace id (W3C Trace Context, section 3.2.2.3).
    expect(await given(`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`)).not.toBe('0'.repeat(32))
  })

  test('says in the reason what is wrong with malformed text, and names a character that cannot be seen', async () => {
    const { key } = await api.account()
    const messageFor = async (email: string) => (await signals(key, email)).body.reasons[0].message
    expect(await messageFor('ada.explicit.mailproof.net')).toBe(
      'The address has no @ between a local part and a domain.',
    )
    expect(await messageFor('ada\u200b@explicit.mailproof.net')).toContain('U+200B ZERO WIDTH SPACE')
  })

  test('costs one address of the quota that v1 uses too; a degraded one costs nothing', async () => {
    const { key } = await api.account()
    await signals(key, 'ada@explicit.mailproof.net')
    await api.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net' } })
    expect((await signals(key, 'ada@servfail.mailproof.net')).body.runtime.status).toBe('degraded')
    expect((await api.usage(key)).verifications).toBe(2)
  })

  test('is degraded when its deadline has passed: it asks for review and costs nothing', async () => {
    const { key } = await hurried.account()
    const answer = await hurried.call('verifyEmailSignals', { key, body: { email: 'ada+x@timeout.mailproof.net' } })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      default_decision: 'review',
      signals: { syntax: 'valid', dns: 'timeout', mx: 'timeout', patterns: ['plus_addressing'] },
      runtime: { status: 'degraded', unresolved_groups: ['dns', 'mx'] },
      ttl_hint_seconds: 0,
    })
    expect(answer.body.reasons).toContainEqual({
      code: 'dns_timeout',
      category: 'review',
      message: expect.stringContaining('lookup'),
      docs_slug: 'dns-timeout',
      docs_url: `${BASE_URL}/docs/reasons/dns-timeout`,
    })
    expect((await hurried.usage(key)).verifications).toBe(0)
  })
})

describe('200 of a sandbox key', () => {
  test.each([
    ['valid', 'allow', 'deliverable', 'resolves', 'present'],
    ['syntax', 'deny', 'syntax_invalid', 'not_checked', 'not_checked'],
    ['invalid', 'deny', 'mx_absent', 'resolves', 'absent'],
    ['no-mx', 'deny', 'no_records', 'no_records', 'absent'],
    ['null-mx', 'deny', 'null_mx', 'resolves', 'absent'],
    ['nxdomain', 'deny', 'no_records', 'no_records', 'absent'],
    ['disposable', 'deny', 'disposable', 'resolves', 'present'],
    ['timeout', 'review', 'dns_timeout', 'timeout', 'timeout'],
    ['known-fallback', 'review', 'dns_timeout', 'timeout', 'timeout'],
    ['slow', 'allow', 'deliverable', 'resolves', 'present'],
    ['anyone', 'allow', 'deliverable', 'resolves', 'present'],
  ])('gives %s@ %s because of %s, without a charge', async (localPart, decision, code, dns, mx) => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    const { body } = await signals(sandbox.key, `${localPart}@sandbox.mailproof.net`)
    expect(body).toMatchObject({ default_decision: decision, signals: { dns, mx } })
    expect(body.reasons.map((reason: { code: string }) => reason.code)).toContain(code)
    expect((await api.usage(key)).verifications).toBe(0)
  })
})

describe('400', () => {
  describeParameters(() => api, 'verifyEmailSignals')

  test.each([
    ['`email` is missing', {}, ['/email']],
    ['`email` is false', { email: false }, ['/email']],
    ['v1 members are sent', { email: 'x', debug: true, share_signals: true }, ['/debug', '/share_signals']],
  ])('names the invalid field when %s', async (_, body, paths) => {
    const { key } = await api.account()
    const answer = await api.call('verifyEmailSignals', { key, body })
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('VALIDATION_ERROR')
    expect(problemPaths(answer).sort()).toEqual(paths.sort())
  })
})

describeUnauthorized(() => api, 'verifyEmailSignals')
describeMethods(() => api, 'verifyEmailSignals')
describeBodies(() => api, 'verifyEmailSignals')

describe('429', () => {
  test('is the usual error for the limit per minute and for the quota', async () => {
    const [minute, month] = await Promise.all([api.account({ perMinute: 1 }), api.account({ perMonth: 1 })])
    for (const [{ key }, scope] of [[minute, 'minute'] as const, [month, 'month'] as const]) {
      await signals(key, 'x')
      const answer = await signals(key, 'y')
      expect(answer.status).toBe(429)
      expect(answer.body).toMatchObject({
        success: false,
        error: { code: 'RATE_LIMIT_EXCEEDED', statusCode: 429, limit: 1, details: { scope } },
      })
      expect(answer.headers['retry-after']).toBe(String(answer.body.error.retry_after))
    }
  })

  test('is given to a sandbox key on request', async () => {
    const sandbox = await api.generate((await api.account()).key, { sandbox: true })
    expect((await signals(sandbox.key, 'rate-limited@example.net')).status).toBe(429)
  })
})

describe('500', () => {
  test('reveals nothing about the failure', async () => {
    const sandbox = await api.generate((await api.account()).key, { sandbox: true })
    const answer = await signals(sandbox.key, 'internal-error@example.net')
    expect(answer.status).toBe(500)
    const docs_url = `${BASE_URL}/docs/errors/INTERNAL_ERROR`
    expect(answer.body).toEqual({ error: { code: 'INTERNAL_ERROR', message: expect.any(String), docs_url } })
    expect(answer.headers).not.toHaveProperty('x-verify-origin')
    expect(answer.headers['x-ratelimit-remaining']).toBe('59')
  })
})

describe('503', () => {
  test('has Retry-After, and reveals nothing about the failure', async () => {
    const sandbox = await api.generate((await api.account()).key, { sandbox: true })
    const answer = await signals(sandbox.key, 'error@example.net')
    expect(answer.status).toBe(503)
    const docs_url = `${BASE_URL}/docs/errors/SERVICE_UNAVAILABLE`
    expect(answer.body).toEqual({ error: { code: 'SERVICE_UNAVAILABLE', message: expect.any(String), docs_url } })
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.headers['x-ratelimit-remaining']).toBe('59')
  })
})

describe('the forms of its path', () => testForms(() => api, 'verifyEmailSignals'))
