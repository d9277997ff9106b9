// POST /v1/check, and the publishable keys that it is for.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Answer } from '../../testbed/callers/client.js'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeBodies, describeMethods, describeUnauthorized } from '../support/promises.js'

const ORIGIN = 'https://shop.example'
const GOOD = 'ada@explicit.mailproof.net'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => api.stop())

type Options = Parameters<InProcessService['account']>[0]

async function publishable(options: Options = {}, more: object = {}) {
  const account = await api.account(options)
  const made = await api.generate(account.key, { publishable: true, origins: [ORIGIN], ...more })
  return { account, id: made.id, key: made.key }
}

interface Visit {
  readonly email?: string
  readonly origin?: string | null
  readonly address?: string
}

const check = (key: string, { email = GOOD, origin = ORIGIN, address }: Visit = {}): Promise<Answer> =>
  api.call('checkEmail', {
    key,
    body: { email },
    headers: {
      ...(origin !== null && { Origin: origin }),
      ...(address !== undefined && { 'X-Forwarded-For': address }),
    },
  })

describe('200', () => {
  test('is a decision, its reasons, and nothing about the account, the pool or what was looked up', async () => {
    const { key } = await publishable({ plan: 'growth' })
    const { status, body, headers } = await check(key)
    expect(status).toBe(200)
    expect(body).toEqual({ decision: 'allow', reasons: ['deliverable'] })
    expect(Object.keys(headers).filter((name) => /^x-(signal|trace|api|processing|parent)/.test(name))).toEqual([])
  })

  test.each([
    ['not an address', { decision: 'deny', reasons: ['syntax_invalid'], message: expect.stringMatching(/complete/) }],
    [
      'ada@gmial.com',
      {
        decision: 'deny',
        did_you_mean: 'ada@gmail.com',
        message: expect.any(String),
        reasons: expect.arrayContaining(['probable_typo']),
      },
    ],
    ['ada@missing.mailproof.net', { decision: 'deny', reasons: ['no_records'], message: expect.any(String) }],
    ['ada@example.com', { decision: 'deny', reasons: ['reserved_domain'], message: expect.any(String) }],
  ])('of %s says what to do and what to say to the visitor', async (email, expected) => {
    const { key } = await publishable()
    expect((await check(key, { email })).body).toEqual(expected)
  })

  test('decides as /v2/verify does, for secret keys too', async () => {
    const { key } = await api.account()
    for (const email of [GOOD, 'info@explicit.mailproof.net', 'x', 'ada@nullmx.mailproof.net']) {
      const { body } = await api.call('verifyEmailSignals', { key, body: { email } })
      const short = (await api.call('checkEmail', { key, body: { email } })).body
      expect(short.decision).toBe(body.default_decision)
      expect(short.reasons).toEqual(body.reasons.map(({ code }: { code: string }) => code))
    }
  })

  test('is charged to the account, and in its decisions', async () => {
    const { account, id, key } = await publishable()
    await check(key)
    expect((await api.usage(account.key)).verifications).toBe(1)
    const { decisions } = (await api.call('listDecisions', { key: account.key })).body
    expect(decisions).toEqual([expect.objectContaining({ api: 'v2', key: id.slice(-5) })])
  })

  test('costs nothing with a publishable sandbox key', async () => {
    const { account, key } = await publishable({}, { sandbox: true })
    expect(key).toMatch(/^pk_mpt_[0-9A-Za-z]{36}$/)
    expect((await check(key, { email: 'disposable@example.com' })).body.decision).toBe('deny')
    expect((await api.usage(account.key)).verifications).toBe(0)
  })
})

describe('a publishable key', () => {
  test.each([
    ['another origin', 'https://evil.example'],
    ['another scheme', 'http://shop.example'],
    ['another port', 'https://shop.example:8443'],
    ['a subdomain', 'https://www.shop.example'],
    ['an opaque origin', 'null'],
    ['no origin, as programs', null],
  ])('is refused from %s, which pages can read', async (_, origin) => {
    const { account, key } = await publishable()
    const answer = await check(key, { origin })
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 403, code: 'ORIGIN_NOT_ALLOWED' })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect((await api.usage(account.key)).verifications).toBe(0)
  })

  test('works for each of its origins, whatever CORS_ORIGINS is, after a preflight without a key', async () => {
    const { key } = await publishable({}, { origins: [ORIGIN, 'http://localhost:3000'] })
    for (const origin of [ORIGIN, 'http://localhost:3000']) {
      const preflight = await api.request('OPTIONS', '/v1/check', {
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      })
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': expect.stringContaining('X-API-Key'),
      })
      const answer = await check(key, { origin })
      expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } })
    }
  })

  test('lets pages read why a key does not work, but no answer to a secret key', async () => {
    const { account, id, key } = await publishable()
    expect((await check(account.key)).headers).not.toHaveProperty('access-control-allow-origin')
    await api.call('revokeKey', { key: account.key, params: { keyId: id } })
    const answer = await check(key)
    expect(answer).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': '*' } })
  })

  test.each([
    [{ publishable: true }, '/origins', 'must name the origins'],
    [{ publishable: true, origins: [] }, '/origins', 'at least'],
    [{ publishable: true, origins: ['https://shop.example/form'] }, '/origins/0', 'did you mean https://shop.example?'],
    [{ publishable: true, origins: ['https://a@shop.example'] }, '/origins/0', 'did you mean https://shop.example?'],
    [{ publishable: true, origins: [ORIGIN, 'shop.example'] }, '/origins/1', 'is not an origin'],
    [{ publishable: true, origins: ['*'] }, '/origins/0', 'is not an origin'],
    [{ publishable: true, origins: ['null'] }, '/origins/0', 'is not an origin'],
    [{ publishable: true, origins: ['ftp://shop.example'] }, '/origins/0', 'is not an origin'],
    [{ publishable: true, origins: [ORIGIN], scopes: ['verify', 'read'] }, '/scopes', 'can only verify'],
  ])('is not made of %j', async (body, path, problem) => {
    const { key } = await api.account()
    const answer = await api.call('generateKey', { key, body })
    expect({ status: answer.status, paths: problemPaths(answer) }).toEqual({ status: 400, paths: [path] })
    expect(answer.body.error.message).toContain(problem)
  })

  test.each([
    ['HTTPS://SHOP.EXAMPLE', ORIGIN],
    ['https://shop.example/', ORIGIN],
    ['https://shop.example:443', ORIGIN],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('may be given the origin %s, which browsers send as %s', async (given, sent) => {
    const { key } = await publishable({}, { origins: [given] })
    expect((await check(key, { origin: sent })).status).toBe(200)
  })

  test('does not use up the places of secret keys', async () => {
    const { account } = await publishable()
    for (let more = 1; more < 10; more++) await api.generate(account.key, { publishable: true, origins: [ORIGIN] })
    const body = { publishable: true, origins: [ORIGIN] }
    expect(codeOf(await api.call('generateKey', { key: account.key, body }))).toBe('TOO_MANY_KEYS')
    expect((await api.generate(account.key)).key).toMatch(/^mpk_/)
  })
})

describe('429', () => {
  /** Calls until one is refused, at most `times` times, each from the address that `address` makes of its number. */
  async function until429(key: string, times: number, address: (call: number) => string) {
    for (let call = 0; call < times; call++) {
      const answer = await check(key, { email: 'x', address: address(call) })
      if (answer.status === 429) return { call, answer }
    }
    return undefined
  }

  test('stops one visitor after 20 requests in a minute, and no other', async () => {
    const { key } = await publishable({ plan: 'growth' })
    const { call, answer } = (await until429(key, 30, () => '198.51.100.1'))!
    expect(call).toBe(20)
    expect(answer.body.error).toMatchObject({ limit: 20, details: { scope: 'minute' } })
    expect(answer.body.error).not.toHaveProperty('upgrade_url')
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect((await check(key, { address: '198.51.100.2' })).status).toBe(200)
  })

  test('counts an IPv6 subscriber as one visitor, and a site as five', async () => {
    const { key } = await publishable({ plan: 'enterprise' })
    expect((await until429(key, 30, (call) => `2001:db8:1:1::${call.toString(16)}`))!.call).toBe(20)
    // 80 more of the site's 100.
    const { call } = (await until429(key, 110, (call) => `2001:db8:1:${(call + 2).toString(16)}::1`))!
    expect(call).toBe(80)
  })

  test('stops all visitors together at half of the requests per minute, and leaves those of secret keys alone', async () => {
    const { account, key } = await publishable({ perMinute: 11 })
    const { call, answer } = (await until429(key, 20, (call) => `198.51.100.${call}`))!
    expect(call).toBe(6)
    expect(answer.body.error.message).toMatch(/^The use of publishable keys here is limited to 6 requests per minute\./)
    for (let time = 0; time < 11; time++)
      expect((await api.call('verifyEmail', { key: account.key, body: { email: 'x' } })).status).toBe(200)
  })

  test('shares these windows between all publishable keys of an account', async () => {
    const { account, key } = await publishable({ perMinute: 4 })
    const second = await api.generate(account.key, { publishable: true, origins: [ORIGIN] })
    await check(key, { address: '198.51.100.1' })
    await check(second.key, { address: '198.51.100.2' })
    expect((await check(key, { address: '198.51.100.3' })).status).toBe(429)
  })

  test('stops all visitors together at a tenth of the month in one day, at least 100', async () => {
    const { key } = await publishable({ perMinute: 10_000 })
    expect((await until429(key, 130, (call) => `198.51.100.${call}`))!.call).toBe(100)
  })

  test('keeps a quarter of the month for secret keys, and tells visitors no figures', async () => {
    const { account, key } = await publishable({ perMonth: 8 })
    for (let call = 0; call < 6; call++) expect((await check(key, { address: `198.51.100.${call}` })).status).toBe(200)
    const answer = await check(key, { address: '198.51.100.9' })
    expect(answer.status).toBe(429)
    expect(answer.body.error).toMatchObject({ limit: 0, details: { scope: 'month' } })
    expect(answer.body.error.details).toEqual({ scope: 'month' })
    expect(answer.body.error.message).not.toMatch(/\d/)
    const verify = () => api.call('verifyEmail', { key: account.key, body: { email: GOOD } })
    expect([(await verify()).status, (await verify()).status, (await verify()).status]).toEqual([200, 200, 429])
  })

  test('of a publishable key does not notify webhooks that the month is used up', async () => {
    const { account, key } = await publishable({ perMonth: 4 })
    for (let call = 0; call < 4; call++) await check(key, { address: `198.51.100.${call}` })
    const month = new Date().toISOString().slice(0, 7)
    const told = await api.events(`limit-${account.id}.${month}.month`)
    expect(told.map(({ type }) => type)).not.toContain('UsageLimitReached')
  })
})

test('401 follows a revocation at once', async () => {
  const { account, id, key } = await publishable()
  expect((await check(key)).status).toBe(200)
  await api.call('revokeKey', { key: account.key, params: { keyId: id } })
  expect((await check(key)).status).toBe(401)
})

describeUnauthorized(() => api, 'checkEmail')
describeBodies(() => api, 'checkEmail')
describeMethods(() => api, 'checkEmail')
