// POST /v1/accounts/create, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeBodies, describeMethods, describeParameters, testForms } from '../support/promises.js'

let api: InProcessService
let strict: InProcessService
let proxied: InProcessService
beforeAll(async () => {
  ;[api, strict, proxied] = await Promise.all([
    start(),
    start({ env: { ACCOUNT_CREATIONS_PER_HOUR: '3' } }),
    start({ env: { ACCOUNT_CREATIONS_PER_HOUR: '1', TRUST_PROXY: '1' } }),
  ])
})
afterAll(() => Promise.all([api.stop(), strict.stop(), proxied.stop()]))

const create = (body: unknown) => api.call('createAccount', { body })

describe('201', () => {
  test('creates an account on the free plan, and a key that works immediately', async () => {
    const before = Date.now()
    const answer = await create({ email: 'Ada@Example.org', name: 'Ada Lovelace' })
    expect(answer.status).toBe(201)
    const { account, api_key } = answer.body
    expect(answer.body).toEqual({ success: true, account: expect.anything(), api_key: expect.anything() })
    expect(account).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'Ada@Example.org',
      name: 'Ada Lovelace',
      plan: 'free',
      email_confirmation: 'off',
      keep_addresses_days: 0,
      created_at: account.updated_at,
      updated_at: expect.any(String),
    })
    expect(Date.parse(account.created_at)).toBeGreaterThanOrEqual(before - 1)
    expect(Date.parse(account.created_at)).toBeLessThanOrEqual(Date.now())
    expect(api_key).toMatch(/^mpk_[0-9A-Za-z]{36}$/)
    expect((await api.call('getAccount', { key: api_key })).body).toEqual(account)
    expect((await api.call('getUsage', { key: api_key })).body).toEqual({
      current_month: { verifications: 0, limit: 1_000, remaining: 1_000 },
      rate_limits: { per_minute: 60, per_second: 1 },
      plan: 'free',
    })
  })

  test('leaves the account without a name if none is given', async () => {
    expect((await create({ email: 'ada@example.org' })).body.account).not.toHaveProperty('name')
  })

  test('creates another account for the same address, so that it does not reveal who is registered', async () => {
    const [one, two] = [await create({ email: 'ada@example.org' }), await create({ email: 'ada@example.org' })]
    expect([one.status, two.status]).toEqual([201, 201])
    expect(one.body.account.id).not.toBe(two.body.account.id)
    expect(one.body.api_key).not.toBe(two.body.api_key)
  })

  test('requires no key, and ignores one', async () => {
    expect((await api.call('createAccount', { key: 'nonsense', body: { email: 'ada@example.org' } })).status).toBe(201)
  })

  test.each(['"a b"@example.org', 'jürgen@bücher.net', 'ada@[93.184.215.14]', `${'a'.repeat(64)}@example.org`])(
    'accepts the address %s',
    async (email) => {
      expect((await create({ email })).body.account.email).toBe(email)
    },
  )

  test.each(['Ädä 😀', 'x'.repeat(100), '😀'.repeat(100), '<b>"\\', '\u0000\r\n'])(
    'keeps the name %j',
    async (name) => {
      const { body } = await create({ email: 'ada@example.org', name })
      expect(body.account.name).toBe(name)
      expect((await api.call('getAccount', { key: body.api_key })).body.name).toBe(name)
    },
  )
})

describe('400', () => {
  describeParameters(() => api, 'createAccount')

  test.each([
    ['`email` is missing', { name: 'Ada' }, ['/email']],
    ['`email` is null', { email: null }, ['/email']],
    ['`email` is empty', { email: '' }, ['/email']],
    ['`email` is no address', { email: 'ada' }, ['/email']],
    ['`email` has a space before it', { email: ' ada@example.org' }, ['/email']],
    ['`email` holds a header of its own', { email: 'ada@example.org\r\nBcc: x@example.org' }, ['/email']],
    ['`email` is 255 octets long', { email: `${'a'.repeat(64)}@${'b.'.repeat(95)}` }, ['/email']],
    ['`name` is empty', { email: 'ada@example.org', name: '' }, ['/name']],
    ['`name` has 101 characters', { email: 'ada@example.org', name: 'x'.repeat(101) }, ['/name']],
    ['it chooses its plan', { email: 'ada@example.org', plan: 'enterprise' }, ['/plan']],
    ['it chooses its id', { email: 'ada@example.org', id: '1' }, ['/id']],
  ])('names the invalid field when %s', async (_, body, paths) => {
    const answer = await create(body)
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('VALIDATION_ERROR')
    expect(problemPaths(answer)).toEqual(paths)
  })

  test('reports a missing body', async () => {
    expect(codeOf(await api.call('createAccount'))).toBe('VALIDATION_ERROR')
  })
})

describeMethods(() => api, 'createAccount')
describeBodies(() => api, 'createAccount')

describe('429', () => {
  test('counts calls per client address and hour, valid or not, whatever headers the client sends', async () => {
    const call = (form: number, headers = {}, body: object = { email: 'ada@example.org' }) =>
      strict.call('createAccount', { form, headers, body })
    const answers = [await call(0), await call(1, { 'X-Forwarded-For': '203.0.113.9' }), await call(0, {}, {})]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 400])
    expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0'])
    const refused = await call(0, { 'X-Forwarded-For': '203.0.113.77', Forwarded: 'for=203.0.113.77' })
    expect(refused.status).toBe(429)
    const { retry_after, reset } = refused.body.error
    expect(refused.body).toEqual({
      success: false,
      error: {
        docs_url: expect.stringMatching(/\/docs\/errors\/RATE_LIMIT_EXCEEDED$/),
        message: expect.stringMatching(/\b3\b/),
        code: 'RATE_LIMIT_EXCEEDED',
        statusCode: 429,
        retry_after: expect.any(Number),
        limit: 3,
        reset: expect.any(Number),
        details: { scope: 'hour' },
      },
    })
    expect(refused.headers).toMatchObject({ 'retry-after': String(retry_after), 'x-ratelimit-reset': String(reset) })
    expect(retry_after).toBeGreaterThan(3_500)
    expect(retry_after).toBeLessThanOrEqual(3_600)
  })

  test('behind a proxy uses the address that the proxy reports; an IPv6 /64 is one client', async () => {
    const from = async (client: string) => {
      const headers = { 'X-Forwarded-For': client }
      return (await proxied.call('createAccount', { headers, body: { email: 'ada@example.org' } })).status
    }
    expect(await from('203.0.113.1')).toBe(201)
    expect(await from('203.0.113.1')).toBe(429)
    expect(await from('203.0.113.2')).toBe(201)
    // Client-supplied entries before the proxy's own are ignored.
    expect(await from('198.51.100.7, 203.0.113.2')).toBe(429)
    expect(await from('::ffff:203.0.113.2')).toBe(429)
    expect(await from('2001:db8:1:2::1')).toBe(201)
    expect(await from('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe(429)
    expect(await from('2001:db8:1:3::1')).toBe(201)
    expect(await from('2001:db8:1:3::1%eth0')).toBe(429)
  })
})

describe('behind a proxy', () => {
  const from = async (client: string) => {
    const headers = { 'X-Forwarded-For': client }
    return proxied.request('POST', '/v1/accounts/create', { headers, body: { email: 'ada@example.org' } })
  }

  test('an IPv6 /48 has five times the limit of one of its /64 networks, and one that is refused uses up none of it', async () => {
    const network = (site: string, n: number) => `2001:db8:${site}:${n}::1`
    expect((await from(network('aa', 0))).status).toBe(201)
    for (let n = 0; n < 20; n++) expect((await from(network('aa', 0))).status).toBe(429)
    for (let n = 1; n < 5; n++) expect((await from(network('aa', n))).status).toBe(201)
    const refused = await from(network('aa', 5))
    expect(refused.status).toBe(429)
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' })
    expect(refused.body.error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit: 5, details: { scope: 'hour' } })
    expect((await from(network('bb', 5))).status).toBe(201)
  })

  test('other notations of an address all count as one unknown client', async () => {
    expect((await from('3405803876')).status).toBe(201)
    for (const odd of [
      '3405803876',
      '3405803877',
      '0xcb.0.113.5',
      '0313.0.113.5',
      '203.0.28933',
      '203.0.113.05',
      'nonsense',
    ]) {
      expect({ odd, status: (await from(odd)).status }).toEqual({ odd, status: 429 })
    }
  })
})

describe('the forms of its path', () => testForms(() => api, 'createAccount'))
