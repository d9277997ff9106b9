import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

describe('200', () => {
  test('equals the price table of the specification, with Enterprise by agreement', async () => {
    const { body } = await api.call('getPricing')
    expect(body).toMatchObject({ success: true, currency: 'USD' })
    expect(body.tiers).toMatchObject([
      { id: 'free', name: 'Free', price_monthly: 0, validations_per_month: 1_000, rate_limit_per_minute: 60 },
      { id: 'starter', name: 'Starter', price_monthly: 20, validations_per_month: 10_000, rate_limit_per_minute: 120 },
      { id: 'growth', name: 'Growth', price_monthly: 50, validations_per_month: 50_000, rate_limit_per_minute: 600 },
      {
        id: 'enterprise',
        name: 'Enterprise',
        price_monthly: null,
        validations_per_month: 1_000_000,
        rate_limit_per_minute: 6_000,
      },
    ])
    for (const { features } of body.tiers) expect(features.length).toBeGreaterThan(0)
  })

  test('states the limits that accounts of each plan then have', async () => {
    const { body } = await api.call('getPricing')
    for (const { id, validations_per_month, rate_limit_per_minute } of body.tiers) {
      const { key } = await api.account({ plan: id })
      expect((await api.call('getUsage', { key })).body).toMatchObject({
        current_month: { limit: validations_per_month },
        rate_limits: { per_minute: rate_limit_per_minute },
      })
    }
  })

  test('is public: a key is ignored', async () => {
    expect((await api.call('getPricing', { key: 'nonsense' })).status).toBe(200)
  })
})

describe('400', () => describeParameters(() => api, 'getPricing'))
describeMethods(() => api, 'getPricing')
describe('the forms of its path', () => testForms(() => api, 'getPricing'))
