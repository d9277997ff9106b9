import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { expectCommon } from '../support/answers.js'
import { startService, type TestService } from '../support/service.js'

let api: TestService
beforeAll(async () => {
  api = await startService({ env: { ANONYMOUS_REQUESTS_PER_MINUTE: '25' } })
})
afterAll(() => api.stop())

const tryOut = (email: string) => api.request('GET', `/try?${new URLSearchParams({ email })}`)

describe('the sandbox verdict for visitors', () => {
  test.each([
    ['valid@example.net', { status: 'valid' }],
    ['null-mx@example.net', { status: 'invalid', reason: 'null_mx' }],
    ['timeout@example.net', { status: 'unknown' }],
    ['typo@example.net', { status: 'valid', metadata: { did_you_mean: 'typo@example.com' } }],
    ['no address', { status: 'invalid', reason: 'syntax' }],
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
    const { steps } = (await tryOut(`${localPart}@example.net`)).body.debug
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

  test.each(['/try', '/try?mail=x', `/try?email=${'x'.repeat(1_001)}`])('needs an address: %s', async (path) => {
    const answer = await api.request('GET', path)
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } })
  })

  test('is limited per client address', async () => {
    const statuses = new Set<number>()
    for (let sent = 0; sent < 30; sent++) statuses.add((await tryOut('valid@example.net')).status)
    expect([...statuses]).toEqual([200, 429])
  })
})
