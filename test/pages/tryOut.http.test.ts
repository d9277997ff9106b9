// The verdict for visitors of the front page.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { expectCommon } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: { ANONYMOUS_REQUESTS_PER_MINUTE: '25', TRUST_PROXY: '1' } })
})
afterAll(() => api.stop())

const tryOut = (email: string, key?: string) =>
  api.request('POST', '/try', { body: { email }, ...(key !== undefined && { key }) })

describe('the sandbox verdict for visitors', () => {
  test.each([
    ['valid@example.net', { status: 'valid', decision: 'allow', reasons: [{ code: 'deliverable' }] }],
    ['null-mx@example.net', { status: 'invalid', reason: 'null_mx', decision: 'deny', reasons: [{ code: 'null_mx' }] }],
    ['timeout@example.net', { status: 'unknown', decision: 'review', reasons: [{ code: 'dns_timeout' }] }],
    ['typo@example.net', { status: 'valid', did_you_mean: 'typo@example.com', syntax_problem: null }],
    ['no address', { status: 'invalid', syntax_problem: expect.stringContaining('has no @') }],
  ])('of %s follows the local part', async (email, verdict) => {
    const answer = await tryOut(email)
    expectCommon(answer)
    expect(answer).toMatchObject({ status: 200, body: { email, ...verdict }, headers: { 'cache-control': 'no-store' } })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test.each([
    ['timeout', 'temporary, mx timeout (sandbox)'],
    ['dns-error', 'temporary, mx error SERVFAIL (sandbox)'],
    ['address-timeout', 'temporary, address timeout (sandbox)'],
    ['valid', 'explicit (sandbox)'],
  ])('of %s@… says how the mail route was found or failed: %s', async (localPart, outcome) => {
    const { steps } = (await tryOut(`${localPart}@example.net`)).body
    expect(steps.find(({ name }: { name: string }) => name === 'mail_route')).toMatchObject({ outcome })
  })

  test('queries no DNS and is not recorded', async () => {
    const before = { queries: api.dns.received.length, head: await api.service.container.eventing.head() }
    expect((await tryOut('someone@explicit.mailproof.net')).status).toBe(200)
    expect({ queries: api.dns.received.length, head: await api.service.container.eventing.head() }).toEqual(before)
  })

  test('shows an error as an error', async () => {
    expect(await tryOut('error@example.net')).toMatchObject({
      status: 502,
      body: { error: { code: 'UPSTREAM_ERROR' } },
    })
  })

  test.each([
    ['no body', undefined],
    ['no member', {}],
    ['a number', { email: 1 }],
    ['too long a text', { email: 'x'.repeat(1_001) }],
  ])('needs an address: %s', async (_, body) => {
    const answer = await api.request('POST', '/try', { body })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } })
  })

  test('is not given for an address in a query string', async () => {
    expect((await api.request('GET', '/try?email=valid@example.net')).status).toBe(404)
  })

  test('is limited per client address', async () => {
    const statuses = new Set<number>()
    for (let sent = 0; sent < 30; sent++) statuses.add((await tryOut('valid@example.net')).status)
    expect([...statuses]).toEqual([200, 429])
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    expect((await api.request('POST', '/try', { body: { email: 'valid@example.net' }, headers })).status).toBe(200)
  })
})

describe('the verdict with a key', () => {
  test('is real, recorded and charged once, and both policies judge it', async () => {
    const { key } = await api.account()
    const answer = await tryOut('someone@mailinator.com', key)
    expectCommon(answer)
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'valid', decision: 'deny', reasons: [{ code: 'disposable', docs_slug: 'disposable' }] },
    })
    expect(await api.usage(key)).toMatchObject({ verifications: 1 })
  })

  test('is limited like the other verifications of the account', async () => {
    const { key } = await api.account({ perMinute: 2 })
    expect((await tryOut('ada@explicit.mailproof.net', key)).headers).toMatchObject({ 'x-ratelimit-limit': '2' })
    expect((await api.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net' } })).status).toBe(200)
    expect((await tryOut('ada@explicit.mailproof.net', key)).status).toBe(429)
  })

  test('is refused for a key that does not exist', async () => {
    expect(await tryOut('ada@explicit.mailproof.net', 'mpk_wrong')).toMatchObject({
      status: 401,
      body: { error: { code: 'INVALID_API_KEY' } },
    })
  })
})

test('while the stores do not answer, a verdict that could not begin does not say that it may have been charged', async () => {
  const stopped = await start()
  const { key } = await stopped.account()
  await stopped.service.container.close()
  const { body } = await stopped.request('POST', '/try', { body: { email: 'ada@explicit.mailproof.net' }, key })
  expect(body.error).toMatchObject({
    code: 'UPSTREAM_ERROR',
    message: 'The service is temporarily unavailable. Try again in a moment.',
  })
  await stopped.stop().catch(() => undefined)
})
