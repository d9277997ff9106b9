// Verification over GraphQL: the same results, errors and limits as over REST.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { camel } from '../../src/api/graphql/camel.js'
import { badKeys } from '../../testbed/callers/badKeys.js'
import { ask, codesOf, dataOf } from '../../testbed/callers/graphql.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { VERDICTS } from './verdictCases.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const RESULT = `email valid status reason isKnownValidFallback isDnsFallback fromPool poolConfidence poolValidations
  creditsEarned uniqueContribution checks { syntax dns mx disposable role free }
  metadata { domain provider didYouMean normalizedEmail alias decision { action rule message rulesVersion } } debug { steps { name outcome ms } }`
const SIGNALS = `email resultVersion stability checkedAt defaultDecision decision { action rule message rulesVersion } didYouMean normalizedEmail reasons { code category message docsSlug docsUrl }
  signals { syntax dns mx disposable acceptAll patterns } runtime { status unresolvedGroups } ttlHintSeconds requestId`
const VERIFY = `mutation ($input: VerifyEmailInput!) { verifyEmail(input: $input) { ${RESULT} } }`
const VERIFY_SIGNALS = `mutation ($input: VerifyEmailSignalsInput!) { verifyEmailSignals(input: $input) { ${SIGNALS} } }`
const VERIFY_BATCH = `mutation ($input: VerifyBatchInput!) {
  verifyBatch(input: $input) { results { ${RESULT} } summary { total valid invalid unknown } } }`

const verify = (key: string, input: object) => ask(api, VERIFY, { key, variables: { input } })

/** A GraphQL result in REST's form: without nulls, and with enums in lower case. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, ENUMS.has(name) ? lower(member) : plain(member)]))
}
const ENUMS = new Set([
  'action',
  'status',
  'stability',
  'defaultDecision',
  'category',
  'dns',
  'mx',
  'acceptAll',
  'patterns',
])
const lower = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(lower) : typeof value === 'string' ? value.toLowerCase() : value

describe('the same address', () => {
  // A name that answers just before its timeout may be too late the second time, on a busy machine.
  const emails = VERDICTS.map(({ email }) => email).filter((email) => !email.includes('@slow.'))

  test('has the same verdict over GraphQL as over REST', async () => {
    const { key } = await api.account({ plan: 'enterprise' })
    const { body } = await api.call('verifyBatch', { key, body: { emails } })
    const { verifyBatch } = await dataOf(api, VERIFY_BATCH, { key, variables: { input: { emails } } })
    expect(plain(verifyBatch)).toEqual(camel(body))
    expect(emails.length).toBeGreaterThan(50)
  })

  test('has it one by one too, by either policy', async () => {
    const { key } = await api.account({ plan: 'enterprise' })
    for (const email of emails.filter((_, place) => place % 12 === 0)) {
      const one = await api.call('verifyEmail', { key, body: { email } })
      const { verifyEmail } = await dataOf(api, VERIFY, { key, variables: { input: { email } } })
      expect(plain(verifyEmail)).toEqual(camel(one.body))

      const two = await api.call('verifyEmailSignals', { key, body: { email } })
      const { verifyEmailSignals } = await dataOf(api, VERIFY_SIGNALS, { key, variables: { input: { email } } })
      const { syntax } = verifyEmailSignals.signals
      const expected = plain({
        ...verifyEmailSignals,
        signals: { ...verifyEmailSignals.signals, syntax: lower(syntax) },
      })
      const { checkedAt, requestId, ttlHintSeconds, ...rest } = camel(two.body) as Record<string, unknown>
      expect(expected).toMatchObject(plain(rest) as object)
    }
  })
})

describe('a verification', () => {
  test('is charged once and is in the log, with a request id of its own', async () => {
    const { id, key } = await api.account()
    const input = { email: 'ada@explicit.mailproof.net' }
    const answer = await ask(api, VERIFY_SIGNALS, { key, variables: { input } })
    expect(answer.body.data.verifyEmailSignals.requestId).toBe(answer.headers['x-request-id'])
    expect(await api.usage(key)).toMatchObject({ verifications: 1 })
    const month = new Date().toISOString().slice(0, 7)
    const events = await api.events(`usage-${id}.${month}`)
    expect(events.map(({ type, meta }) => [type, meta.correlationId])).toEqual([
      ['AddressVerified', answer.headers['x-request-id']],
    ])
  })

  test('of several aliases are several, each charged', async () => {
    const { key } = await api.account()
    const one = (alias: string) =>
      `${alias}: verifyEmail(input: { email: "${alias}@explicit.mailproof.net" }) { valid }`
    expect(await dataOf(api, `mutation { ${one('a')} ${one('b')} ${one('c')} }`, { key })).toEqual({
      a: { valid: true },
      b: { valid: true },
      c: { valid: true },
    })
    expect(await api.usage(key)).toMatchObject({ verifications: 3 })
  })

  test('shows its steps if debug is requested', async () => {
    const { key } = await api.account()
    const input = { email: 'ada@explicit.mailproof.net', debug: true }
    const { verifyEmail } = await dataOf(api, VERIFY, { key, variables: { input } })
    expect(verifyEmail.debug.steps.map(({ name }: { name: string }) => name)).toContain('mail_route')
  })

  test('says in a header that share_signals was ignored, as over REST', async () => {
    const free = await api.account()
    const paid = await api.account({ plan: 'starter' })
    const input = { email: 'ada@explicit.mailproof.net', shareSignals: true }
    expect((await verify(free.key, input)).headers['x-signal-sharing']).toBe('ignored-plan')
    expect((await verify(paid.key, input)).headers).not.toHaveProperty('x-signal-sharing')
  })

  test('accepts null for an omitted argument', async () => {
    const { key } = await api.account()
    const input = { email: 'ada@explicit.mailproof.net', debug: null, shareSignals: null }
    expect((await verify(key, input)).body.data.verifyEmail).toMatchObject({ valid: true, debug: null })
  })

  test('by a sandbox key follows the local part and costs nothing', async () => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    const answer = await verify(sandbox.key, { email: 'null-mx@example.com' })
    expect(answer.body.data.verifyEmail).toMatchObject({ status: 'INVALID', reason: 'null_mx' })
    expect(codesOf(await verify(sandbox.key, { email: 'error@example.com' }))).toEqual(['UPSTREAM_ERROR'])
    expect(codesOf(await verify(sandbox.key, { email: 'rate-limited@example.com' }))).toEqual(['RATE_LIMIT_EXCEEDED'])
    expect(await api.usage(key)).toMatchObject({ verifications: 0 })
  })
})

describe('without a valid key', () => {
  const query = `mutation { verifyEmail(input: { email: "ada@explicit.mailproof.net" }) { valid } }`

  test('nothing is verified, and the error says how to get one', async () => {
    const answer = await ask(api, query)
    expect(codesOf(answer)).toEqual(['MISSING_API_KEY'])
    expect(answer.body.errors[0]).toMatchObject({
      path: ['verifyEmail'],
      message: expect.stringContaining('/v1/accounts/create'),
    })
    expect(answer.headers).toHaveProperty('x-ratelimit-limit', '600')
  })

  test('mistyped, revoked, expired and unknown keys get the same error', async () => {
    const texts = new Set<string>()
    for (const [, key] of await badKeys(api)) {
      const answer = await ask(api, query, { headers: { 'X-API-Key': key } })
      expect(codesOf(answer)).toEqual(['INVALID_API_KEY'])
      texts.add(answer.text)
    }
    expect(texts.size).toBe(1)
  })
})

describe('an input that REST refuses', () => {
  const long = Array.from({ length: 1_001 }, (_, index) => `${index}@explicit.mailproof.net`)

  test("is refused with the same code and GraphQL's names", async () => {
    const { key } = await api.account({ perMonth: 3 })
    const batch = (emails: readonly string[]) => ask(api, VERIFY_BATCH, { key, variables: { input: { emails } } })
    expect(codesOf(await batch(long))).toEqual(['TOO_MANY_EMAILS'])
    const none = await batch([])
    expect(none.body.errors[0].extensions).toEqual({
      code: 'VALIDATION_ERROR',
      docsUrl: 'https://mailproof.test/docs/errors/VALIDATION_ERROR',
      details: { problems: [{ path: '/emails', message: '`emails` must hold at least 1 address; you sent none' }] },
    })
    const exhausted = await batch(['a', 'b', 'c', 'd'])
    expect(exhausted.body.errors[0].extensions).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      docsUrl: 'https://mailproof.test/docs/errors/RATE_LIMIT_EXCEEDED',
      limit: 3,
      retryAfter: expect.any(Number),
      reset: expect.any(Number),
      details: { scope: 'month', used: 0, remaining: 3, requested: 4 },
      upgradeUrl: 'https://mailproof.test/v1/pricing',
    })
    expect(await api.usage(key)).toMatchObject({ verifications: 0 })
  })
})

describe('the rate limit per minute', () => {
  const all = (count: number) =>
    `mutation { ${Array.from({ length: count }, (_, n) => `v${n}: verifyEmail(input: { email: "${n}" }) { valid }`).join(' ')} }`

  test('is shared by REST and GraphQL, and reported in the headers', async () => {
    const { key } = await api.account({ perMinute: 5 })
    const answer = await ask(api, all(3), { key })
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '2' })
    expect((await api.call('verifyEmail', { key, body: { email: 'x' } })).headers['x-ratelimit-remaining']).toBe('1')
  })

  test('refuses an entire operation unless there is room for all of it', async () => {
    const { key } = await api.account({ perMinute: 5 })
    const answer = await ask(api, all(6), { key })
    expect(answer.status).toBe(429)
    expect(answer.body).not.toHaveProperty('data')
    expect(codesOf(answer)).toEqual(['RATE_LIMIT_EXCEEDED'])
    expect(answer.body.errors[0].extensions).toMatchObject({ limit: 5, details: { scope: 'minute' } })
    expect(answer.headers['retry-after']).toBe(String(answer.body.errors[0].extensions.retryAfter))
    expect(await api.usage(key)).toMatchObject({ verifications: 0 })
    expect((await ask(api, all(5), { key })).status).toBe(200)
  })

  test('counts what is executed: fragments, but not skipped fields', async () => {
    const { key } = await api.account({ perMinute: 10 })
    const one = (alias: string, more = '') => `${alias}: verifyEmail(input: { email: "x" }) ${more} { valid }`
    const query = `mutation ($no: Boolean!) { ${one('a')} ${one('b', '@skip(if: true)')} ${one('c', '@include(if: $no)')}
      ...more ... on Mutation { ${one('d')} } } fragment more on Mutation { ${one('e')} ${one('a')} }`
    const answer = await ask(api, query, { key, variables: { no: false } })
    expect(Object.keys(answer.body.data).sort()).toEqual(['a', 'd', 'e'])
    expect(answer.headers['x-ratelimit-remaining']).toBe('7')
  })

  test('refuses reads no more than REST does once it is exhausted', async () => {
    const { key } = await api.account({ perMinute: 2 })
    await ask(api, all(2), { key })
    expect(codesOf(await ask(api, all(1), { key }))).toEqual(['RATE_LIMIT_EXCEEDED'])
    for (let read = 0; read < 10; read++) {
      const { status, headers, body } = await ask(api, '{ usage { currentMonth { verifications } } }', { key })
      expect([status, body.data.usage.currentMonth.verifications]).toEqual([200, 2])
      expect(headers['x-ratelimit-limit']).toBe('600')
    }
    expect((await api.call('getUsage', { key })).status).toBe(200)
    expect((await api.call('verifyEmail', { key, body: { email: 'x' } })).status).toBe(429)
  })

  test('of reads is at least 600, or that of the plan', async () => {
    const accounts = [await api.account({ perMinute: 2 }), await api.account({ perMinute: 700 })]
    const remaining = accounts.map(async ({ key }) => {
      const { headers } = await ask(api, '{ me { id } }', { key })
      return [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]
    })
    expect(await Promise.all(remaining)).toEqual([
      ['600', '599'],
      ['700', '699'],
    ])
  })

  test('of a sandbox key is separate', async () => {
    const { key } = await api.account({ perMinute: 2 })
    const sandbox = await api.generate(key, { sandbox: true })
    expect((await ask(api, all(2), { key: sandbox.key })).status).toBe(200)
    expect((await ask(api, all(2), { key })).status).toBe(200)
    expect((await ask(api, all(1), { key: sandbox.key })).status).toBe(429)
  })
})
