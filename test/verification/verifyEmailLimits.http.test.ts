// The limits of single verifications: per minute, and per month.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '../../src/kernel/ids.js'
import { codeOf } from '../../testbed/contract/answers.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { BASE_URL } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import { describeMongo } from '../support/describeMongo.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const verify = (key: string, email: string) => api.call('verifyEmail', { key, body: { email } })

describe('429 of verifyEmail', () => {
  const NOW = () => Date.now() / 1_000

  test('the limit per minute counts requests of the account, whatever the key, path and outcome', async () => {
    const { key } = await api.account({ perMinute: 5 })
    const other = await api.generate(key)
    const answers = [
      await verify(key, 'ada@explicit.mailproof.net'),
      await api.call('verifyEmailSignals', { key: other.key, body: { email: 'x' } }),
      await api.call('verifyBatch', { key, body: { emails: ['x', 'y', 'z'] } }),
      await api.call('verifyBulk', { key, form: 1, body: { emails: ['x'] } }),
      await api.call('verifyEmail', { key: other.key, form: 1, body: { email: 3 } }),
    ]
    expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['4', '3', '2', '1', '0'])
    const resets = answers.map(({ headers }) => headers['x-ratelimit-reset'])
    expect(new Set(resets).size).toBe(1)

    const refused = await verify(other.key, 'ada@explicit.mailproof.net')
    const { limit, reset, retry_after } = refused.body.error
    expect(refused.body).toEqual({
      success: false,
      error: {
        message: expect.stringContaining('5'),
        code: 'RATE_LIMIT_EXCEEDED',
        docs_url: `${BASE_URL}/docs/errors/RATE_LIMIT_EXCEEDED`,
        statusCode: 429,
        retry_after: expect.any(Number),
        limit: 5,
        reset: expect.any(Number),
        upgrade_url: `${BASE_URL}/v1/pricing`,
        details: { scope: 'minute' },
      },
    })
    expect(refused.status).toBe(429)
    expect(refused.headers).toMatchObject({
      'retry-after': String(retry_after),
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(reset),
    })
    expect(String(reset)).toBe(resets[0])
    expect(Math.abs(reset - NOW() - retry_after)).toBeLessThan(10)
    expect(retry_after).toBeGreaterThan(0)
    expect(retry_after).toBeLessThanOrEqual(60)
    // x, y and z of the batch and x again count as addresses; rejected requests do not.
    expect((await api.usage(key)).verifications).toBe(6)
  })

  test('reading the usage is not limited per minute', async () => {
    const { key } = await api.account({ perMinute: 1 })
    await verify(key, 'x')
    expect((await verify(key, 'x')).status).toBe(429)
    for (const read of ['getUsage', 'getAccount', 'listKeys'] as const) {
      expect((await api.call(read, { key })).status).toBe(200)
      expect((await api.call(read, { key })).headers).not.toHaveProperty('x-ratelimit-limit')
    }
  })

  test('one account does not use up the limits of another', async () => {
    const [one, two] = await Promise.all([api.account({ perMinute: 1 }), api.account({ perMinute: 1 })])
    await verify(one.key, 'x')
    expect((await verify(one.key, 'x')).status).toBe(429)
    expect((await verify(two.key, 'x')).status).toBe(200)
  })

  test('the quota counts addresses; a refusal reports its figures', async () => {
    const { key } = await api.account({ perMonth: 2 })
    await verify(key, 'ada@explicit.mailproof.net')
    await verify(key, 'bob@explicit.mailproof.net')
    const refused = await verify(key, 'eve@explicit.mailproof.net')
    const { reset, retry_after } = refused.body.error
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      success: false,
      error: {
        message: expect.stringMatching(/\b2\b/),
        code: 'RATE_LIMIT_EXCEEDED',
        docs_url: `${BASE_URL}/docs/errors/RATE_LIMIT_EXCEEDED`,
        statusCode: 429,
        retry_after: expect.any(Number),
        limit: 2,
        reset: expect.any(Number),
        upgrade_url: `${BASE_URL}/v1/pricing`,
        details: { scope: 'month', used: 2, remaining: 0, requested: 1 },
      },
    })
    const end = new Date(reset * 1_000)
    expect(end.toISOString()).toMatch(/-01T00:00:00\.000Z$/)
    expect(reset - NOW()).toBeLessThanOrEqual(31 * 86_400)
    expect(reset).toBeGreaterThan(NOW())
    expect(Math.abs(reset - NOW() - retry_after)).toBeLessThan(10)
    expect(refused.headers['retry-after']).toBe(String(retry_after))
    expect(await api.usage(key)).toEqual({ verifications: 2, limit: 2, remaining: 0 })
  })

  test('a paid plan gets no advice to upgrade, for the limit or the quota', async () => {
    const [hasty, busy] = await Promise.all([
      api.account({ plan: 'starter', perMinute: 1 }),
      api.account({ plan: 'enterprise', perMonth: 1 }),
    ])
    for (const { key } of [hasty, busy]) {
      await verify(key, 'x')
      const refused = await verify(key, 'y')
      expect(refused.status).toBe(429)
      expect(refused.body.error).not.toHaveProperty('upgrade_url')
    }
  })

  test('of 200 concurrent requests for the last 50 addresses exactly 50 succeed, and the statistics agree', async () => {
    const { id, key } = await api.account({ perMinute: 1_000, perMonth: 100 })
    const before = Array.from({ length: 50 }, (_, index) => `before-${index}@explicit.mailproof.net`)
    await api.call('verifyBatch', { key, body: { emails: before } })
    const racers = Array.from({ length: 200 }, (_, index) =>
      index % 4 === 0
        ? api.call('verifyEmailSignals', { key, body: { email: `racer-${index}@explicit.mailproof.net` } })
        : verify(key, `racer-${index}@explicit.mailproof.net`),
    )
    const statuses = (await Promise.all(racers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    expect(statuses.filter((status) => status === 429)).toHaveLength(150)
    expect(await api.usage(key)).toEqual({ verifications: 100, limit: 100, remaining: 0 })
    const month = new Date().toISOString().slice(0, 7)
    const told = await api.events(`limit-${id}.${month}.month`)
    expect(told[0]).toMatchObject({ type: 'UsageThresholdReached', data: { percent: 50, used: 50 } })
    expect(told.filter(({ type }) => type === 'UsageLimitReached')).toMatchObject([
      { data: { account: id, limit: 'month', period: month, used: 100, allowed: 100 } },
    ])
    expect(told.at(-1)).toMatchObject({ type: 'UsageLimitReached' })
  })

  test('a list that reserves 70 % of the month is told of when it is accepted', async () => {
    const { id, key } = await api.account({ perMonth: 10 })
    const emails = Array.from({ length: 7 }, (_, index) => `p${index}@explicit.mailproof.net`)
    const answer = await api.call('verifyBulkAgent', { key, body: { emails, async: true } })
    expect(answer.status).toBe(202)
    const month = new Date().toISOString().slice(0, 7)
    expect(await api.events(`limit-${id}.${month}.month`)).toMatchObject([
      { type: 'UsageThresholdReached', data: { percent: 70, used: 7, allowed: 10 } },
    ])
  })

  test('free results can be repeated: unknown results never fill the quota', async () => {
    const { key } = await api.account({ perMonth: 2 })
    for (let time = 0; time < 4; time++)
      expect((await verify(key, 'ada@servfail.mailproof.net')).body.status).toBe('unknown')
    expect((await verify(key, 'ada@explicit.mailproof.net')).status).toBe(200)
    expect(await api.usage(key)).toEqual({ verifications: 1, limit: 2, remaining: 1 })
  })

  test("a sandbox key gets it on request, and uses none of the account's limit", async () => {
    const { key } = await api.account({ perMinute: 2 })
    const sandbox = await api.generate(key, { sandbox: true })
    const refused = await verify(sandbox.key, 'rate-limited@example.net')
    expect(refused.status).toBe(429)
    expect(codeOf(refused)).toBe('RATE_LIMIT_EXCEEDED')
    await verify(sandbox.key, 'valid@example.net')
    expect((await verify(key, 'x')).headers['x-ratelimit-remaining']).toBe('1')
  })
})

describeMongo('429 of verifyEmail, with limits in MongoDB', (server) => {
  let shared: InProcessService
  beforeAll(async () => {
    shared = await start({ shape: 'mongodb', servers: { mongo: server } })
  })
  afterAll(() => shared.stop())

  const ask = (key: string, email: unknown = 'ada@explicit.mailproof.net') =>
    shared.call('verifyEmail', { key, body: { email } })

  test('a refused request precedes an invalid one, and takes nothing from the quota', async () => {
    const { id, key } = await shared.account({ perMinute: 3, perMonth: 3 })
    const answers = [await ask(key), await ask(key, 3), await ask(key), await ask(key, 3), await ask(key)]
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 429, 429])
    expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0', '0', '0'])
    expect(answers.slice(3).map((answer) => answer.body.error.details)).toEqual([
      { scope: 'minute' },
      { scope: 'minute' },
    ])
    const command = newId()
    const operator = { id: 'operator', correlationId: command, commandId: command }
    await shared.service.container.accounts.setLimits(id, { perMinute: 100, perMonth: 3 }, operator)
    // Until the new limits apply, requests are refused and take nothing, either.
    await eventually(
      () => ask(key),
      ({ status }) => status === 200,
    )
    const later = await ask(key)
    expect(later.status).toBe(429)
    expect(later.body.error.details).toEqual({ scope: 'month', used: 3, remaining: 0, requested: 1 })
    expect(await shared.usage(key)).toEqual({ verifications: 3, limit: 3, remaining: 0 })
  })

  test('of 60 concurrent requests as many succeed as the limit allows, and only they are charged', async () => {
    const { key } = await shared.account({ perMinute: 20, perMonth: 1_000 })
    const statuses = (await Promise.all(Array.from({ length: 60 }, () => ask(key)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    expect(await shared.usage(key)).toEqual({ verifications: 20, limit: 1_000, remaining: 980 })
  })
})
