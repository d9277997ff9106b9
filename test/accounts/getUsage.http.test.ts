// GET /v1/stats, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ended, submit } from '../../testbed/callers/batches.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

describe('200', () => {
  test.each([
    ['free', 1_000, 60, 1],
    ['starter', 10_000, 120, 2],
    ['growth', 50_000, 600, 10],
    ['enterprise', 1_000_000, 6_000, 100],
  ] as const)(
    'has the limits of the plan %s: %i addresses a month, %i requests a minute',
    async (plan, limit, perMinute, perSecond) => {
      const { key } = await api.account({ plan })
      expect((await api.call('getUsage', { key })).body).toEqual({
        current_month: { verifications: 0, limit, remaining: limit },
        rate_limits: { per_minute: perMinute, per_second: perSecond },
        plan,
      })
    },
  )

  test("prefers the account's limits to those of its plan; per second is a sixtieth, rounded up", async () => {
    const { key } = await api.account({ perMinute: 61, perMonth: 5 })
    expect((await api.call('getUsage', { key })).body).toEqual({
      current_month: { verifications: 0, limit: 5, remaining: 5 },
      rate_limits: { per_minute: 61, per_second: 2 },
      plan: 'free',
    })
  })

  test('includes every verification answered before the call, once', async () => {
    const { key } = await api.account({ perMinute: 1_000 })
    for (let count = 1; count <= 20; count++) {
      await api.call('verifyEmail', { key, body: { email: `ada-${count}@explicit.mailproof.net` } })
      expect(await api.usage(key)).toEqual({ verifications: count, limit: 1_000, remaining: 1_000 - count })
    }
  })

  test('adds up everything charged in the month, and nothing free', async () => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    const calls = [
      api.call('verifyEmail', { key, body: { email: 'valid@explicit.mailproof.net' } }),
      api.call('verifyEmail', { key, body: { email: 'invalid' } }),
      api.call('verifyEmail', { key, body: { email: 'unknown@servfail.mailproof.net' } }),
      api.call('verifyEmail', { key, body: { email: 5 } }),
      api.call('verifyEmail', { key: sandbox.key, body: { email: 'valid@example.org' } }),
      api.call('verifyEmailSignals', { key, body: { email: 'valid@explicit.mailproof.net' } }),
      api.call('verifyBatch', { key, body: { emails: ['a', 'b', 'a', 'A', 'x@servfail.mailproof.net'] } }),
    ]
    await Promise.all(calls)
    // Two by v1, one by v2, and `a` and `b` of the batch (`a` is repeated; `A` is a different invalid text).
    const { verifications } = await api.usage(key)
    expect(verifications).toBe(6)
  })

  test('is the same for every key of the account, and separate from every other account', async () => {
    const [one, two] = await Promise.all([api.account(), api.account()])
    const other = await api.generate(one.key)
    await api.call('verifyEmail', { key: other.key, body: { email: 'x' } })
    expect((await api.usage(one.key)).verifications).toBe(1)
    expect((await api.usage(other.key)).verifications).toBe(1)
    expect((await api.usage(two.key)).verifications).toBe(0)
  })

  test('an answer that DNS could not confirm is not charged, even of a known provider', async () => {
    const { key } = await api.account()
    const email = 'ada@yahoo.com'
    const single = await api.call('verifyEmail', { key, body: { email } })
    expect(single.body).toMatchObject({ status: 'valid', is_known_valid_fallback: true })
    const signals = await api.call('verifyEmailSignals', { key, body: { email } })
    expect(signals.body.runtime.status).toBe('degraded')
    const emails = [email, 'ada@servfail.mailproof.net']
    await api.call('verifyBatch', { key, body: { emails } })
    await api.call('verifyBulkAgent', { key, body: { emails } })
    await ended(api, key, await submit(api, key, emails))
    expect(await api.usage(key)).toEqual({ verifications: 0, limit: 1_000, remaining: 1_000 })
  })
})

describe('400', () => describeParameters(() => api, 'getUsage'))
describeUnauthorized(() => api, 'getUsage')
describeMethods(() => api, 'getUsage')
describe('the forms of its path', () => testForms(() => api, 'getUsage'))
