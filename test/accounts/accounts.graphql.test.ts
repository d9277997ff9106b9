// Accounts, keys and usage over GraphQL equal those over REST.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { camel } from '../../src/api/graphql/camel.js'
import { ask, codesOf, dataOf } from '../../testbed/callers/graphql.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let strict: InProcessService
beforeAll(async () => {
  ;[api, strict] = await Promise.all([start(), start({ env: { ACCOUNT_CREATIONS_PER_HOUR: '3' } })])
})
afterAll(() => Promise.all([api.stop(), strict.stop()]))

const CREATE = `mutation ($input: CreateAccountInput!) {
  createAccount(input: $input) { success apiKey account { id email name plan createdAt updatedAt } } }`
const KEY = 'id name masked sandbox publishable scopes networks origins createdAt expiresAt lastUsedAt'
const GENERATE = `mutation ($input: GenerateKeyInput!) { generateKey(input: $input) { success apiKey key { ${KEY} } } }`
const REVOKE = `mutation ($input: RevokeKeyInput!) { revokeKey(input: $input) { success message } }`

describe('me', () => {
  test('equals the account in REST, including its keys', async () => {
    const { key } = await api.account({ plan: 'growth' })
    await api.generate(key, { name: 'web server', expires_in_days: 3 })
    const { me } = await dataOf(
      api,
      `{ me { id email name plan emailConfirmation keepAddressesDays createdAt updatedAt keys { ${KEY} } } }`,
      { key },
    )
    const { keys, emailConfirmation, ...account } = me
    expect({ ...account, emailConfirmation: emailConfirmation.toLowerCase() }).toEqual({
      name: null,
      ...camel((await api.call('getAccount', { key })).body),
    })
    // The time of last use is written only occasionally.
    const still = (all: readonly { scopes: string[] }[]) =>
      all.map((one) => ({ ...one, lastUsedAt: 'some time', scopes: one.scopes.map((scope) => scope.toLowerCase()) }))
    expect(still(keys)).toEqual(still(camel((await api.call('listKeys', { key })).body.keys)))
    expect(keys).toHaveLength(2)
  })

  test('tells the lifetime that a key was made with, also while it is being rotated', async () => {
    const { key } = await api.account()
    const thirty = await api.generate(key, { expires_in_days: 30 })
    for (const each of [key, thirty.key]) await api.generate(each, { revoke_current_after_s: 60 })
    const { me } = await dataOf(api, '{ me { keys { expiresAt expiresInDays } } }', { key })
    expect(me.keys.map((each: { expiresInDays: number }) => each.expiresInDays)).toEqual([null, 30, null, null])
    for (const { expiresAt } of me.keys.slice(0, 2)) expect(Date.parse(expiresAt)).toBeLessThan(Date.now() + 60_000)
  })

  test('requires a key', async () => {
    const answer = await ask(api, '{ me { id } }')
    expect(answer.body.data).toEqual({ me: null })
    expect(codesOf(answer)).toEqual(['MISSING_API_KEY'])
  })
})

describe('usage', () => {
  const USAGE = `query ($month: String) { usage(month: $month) {
    currentMonth { month verifications limit remaining } rateLimits { perMinute perSecond } plan } }`
  const usage = async (key: string, month?: string) =>
    (await dataOf(api, USAGE, { key, ...(month && { variables: { month } }) })).usage

  test('equals what REST reports for this month', async () => {
    const { key } = await api.account({ plan: 'starter' })
    await api.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net' } })
    const { currentMonth, ...rest } = await usage(key)
    const { month, ...figures } = currentMonth
    expect({ currentMonth: figures, ...rest }).toEqual(camel((await api.call('getUsage', { key })).body))
    expect(figures.verifications).toBe(1)
    expect(month).toBe(new Date().toISOString().slice(0, 7))
    expect(await usage(key, month)).toEqual({ currentMonth, ...rest })
  })

  test('of a month without calls is nothing, whatever this month has', async () => {
    const { key } = await api.account()
    await api.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net' } })
    expect((await usage(key, '2020-02')).currentMonth).toEqual({
      month: '2020-02',
      verifications: 0,
      limit: 1_000,
      remaining: 1_000,
    })
  })

  describe('by day', () => {
    const DAYS = `query ($month: String) { usage(month: $month) { currentMonth {
      verifications days { day verifications results } } } }`
    const daysOf = async (key: string, month?: string) =>
      (await dataOf(api, DAYS, { key, ...(month && { variables: { month } }) })).usage.currentMonth

    test('has every day of this month up to today, with what was charged and what was answered', async () => {
      const { key } = await api.account()
      for (const email of ['ada@explicit.mailproof.net', 'no address', 'ada@servfail.mailproof.net'])
        await api.call('verifyEmail', { key, body: { email } })
      const { verifications, days } = await daysOf(key)
      const today = new Date().toISOString().slice(0, 10)
      expect(days.at(-1)).toEqual({ day: today, verifications: 2, results: 3 })
      expect(days).toHaveLength(Number(today.slice(8)))
      expect(days[0].day).toBe(`${today.slice(0, 8)}01`)
      const sumOf = (member: string) => days.reduce((sum: number, day: Record<string, number>) => sum + day[member]!, 0)
      expect(sumOf('verifications')).toBe(verifications)
    })

    test('has all days of a past month, and none of a future one', async () => {
      const { key } = await api.account()
      const { days } = await daysOf(key, '2024-02')
      expect(days).toHaveLength(29)
      expect(days.at(-1)).toEqual({ day: '2024-02-29', verifications: 0, results: 0 })
      expect((await daysOf(key, '9999-12')).days).toEqual([])
    })

    test('is empty for a sandbox key', async () => {
      const { key } = await api.account()
      const sandbox = await api.generate(key, { sandbox: true })
      await api.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net' } })
      const { days } = await daysOf(sandbox.key)
      expect(days.filter(({ results }: { results: number }) => results > 0)).toEqual([])
    })
  })

  test.each(['', '2026', '2026-13', '2026-00', '26-01', '2026-1', "2026-01'", '2026-01-01'])(
    'rejects the month %s',
    async (month) => {
      const { key } = await api.account()
      const answer = await ask(api, USAGE, { key, variables: { month } })
      expect(answer.body.errors[0].extensions).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { problems: [{ path: '/month' }] },
      })
    },
  )
})

describe('pricing', () => {
  test('is public, and equals the answer of REST', async () => {
    const query = `{ pricing { success currency
      tiers { id name priceMonthly validationsPerMonth rateLimitPerMinute features } } }`
    const { pricing } = await dataOf(api, query)
    expect(pricing).toEqual(camel((await api.call('getPricing')).body))
    expect((await ask(api, query, { key: 'nonsense' })).body.data.pricing).toEqual(pricing)
  })
})

describe('createAccount', () => {
  const create = (service: InProcessService, input: object) => ask(service, CREATE, { variables: { input } })

  test('requires no key, and returns one that works immediately', async () => {
    const { createAccount } = (await create(api, { email: 'ada@example.org', name: 'Ada' })).body.data
    const { account, apiKey, success } = createAccount
    expect({ success, account }).toMatchObject({ success: true, account: { email: 'ada@example.org', plan: 'free' } })
    expect((await dataOf(api, '{ me { id name } }', { key: apiKey })).me).toEqual({ id: account.id, name: 'Ada' })
  })

  test('does not show account data to a caller without a key of the account', async () => {
    const { key } = await api.account()
    const query = `mutation { createAccount(input: { email: "a@example.org" }) { apiKey account { id keys { id } } } }`
    for (const [request, code] of [
      [{}, 'MISSING_API_KEY'],
      [{ key }, 'NOT_FOUND'],
    ] as const) {
      const { body } = await ask(api, query, request)
      expect(body.errors[0].extensions.code).toBe(code)
      expect(body.data.createAccount).toMatchObject({ apiKey: expect.stringMatching(/^mpk_/), account: { keys: null } })
    }
  })

  test('accepts only valid addresses, and names within the length limit', async () => {
    expect(codesOf(await create(api, { email: 'no address' }))).toEqual(['VALIDATION_ERROR'])
    const named = await create(api, { email: 'ada@example.org', name: 'x'.repeat(101) })
    expect(named.body.errors[0].extensions.details.problems).toMatchObject([{ path: '/name' }])
  })

  test("shares the client address's rate limit with REST, all or nothing per operation", async () => {
    const three = ['a', 'b', 'c'].map(
      (alias) => `${alias}: createAccount(input: { email: "a@example.org" }) { apiKey }`,
    )
    await strict.call('createAccount', { body: { email: 'ada@example.org' } })
    const refused = await ask(strict, `mutation { ${three.join(' ')} }`)
    expect(refused.status).toBe(429)
    expect(refused.body.errors[0].extensions).toMatchObject({ limit: 3, details: { scope: 'hour' } })
    const two = await ask(strict, `mutation { ${three.slice(1).join(' ')} }`)
    expect(two.headers['x-ratelimit-remaining']).toBe('0')
    expect((await strict.call('createAccount', { body: { email: 'ada@example.org' } })).status).toBe(429)
  })
})

describe('keys', () => {
  test('are created and revoked as over REST', async () => {
    const { key } = await api.account()
    const input = { name: 'web server', expiresInDays: 30, sandbox: true }
    const { generateKey } = await dataOf(api, GENERATE, { key, variables: { input } })
    expect(generateKey).toMatchObject({ success: true, apiKey: expect.stringMatching(/^mpt_/), key: { sandbox: true } })
    expect((await api.call('listKeys', { key })).body.keys.at(-1)).toMatchObject({
      id: generateKey.key.id,
      name: 'web server',
    })

    const variables = { input: { id: generateKey.key.id } }
    expect((await dataOf(api, REVOKE, { key, variables })).revokeKey.message).toContain('revoked')
    expect(codesOf(await ask(api, '{ me { id } }', { key: generateKey.apiKey }))).toEqual(['INVALID_API_KEY'])
    expect((await dataOf(api, REVOKE, { key, variables })).revokeKey.message).toContain('already')
  })

  test('cannot all be revoked, and an unknown one is not found', async () => {
    const { key } = await api.account()
    const { me } = await dataOf(api, '{ me { keys { id } } }', { key })
    expect(codesOf(await ask(api, REVOKE, { key, variables: { input: { id: me.keys[0].id } } }))).toEqual(['LAST_KEY'])
    expect(codesOf(await ask(api, REVOKE, { key, variables: { input: { id: 'x' } } }))).toEqual(['NOT_FOUND'])
  })

  test('report an invalid input in the names of GraphQL', async () => {
    const { key } = await api.account()
    const answer = await ask(api, GENERATE, { key, variables: { input: { expiresInDays: 0 } } })
    expect(answer.body.errors[0].extensions.details.problems).toEqual([
      { path: '/expiresInDays', message: expect.stringContaining('`expiresInDays`') },
    ])
  })
})

test('a field that fails does not affect the other fields', async () => {
  const query = `mutation { a: createAccount(input: { email: "ada@example.org" }) { apiKey }
    b: createAccount(input: { email: "no address" }) { apiKey } }`
  const { body } = await ask(api, query)
  expect(body.data).toEqual({ a: { apiKey: expect.stringMatching(/^mpk_/) }, b: null })
  expect(body.errors).toMatchObject([{ path: ['b'] }])
})
