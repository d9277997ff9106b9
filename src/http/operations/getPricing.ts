import type { PublicOperation } from '../operation.js'

export const getPricing: PublicOperation<'getPricing'> = ({ accounts }) => ({
  status: 200,
  headers: { 'Cache-Control': 'public, max-age=3600' },
  body: {
    success: true,
    currency: 'USD',
    tiers: accounts.getPricing().map(({ id, name, price, perMonth, perMinute, features }) => ({
      id,
      name,
      price_monthly: price,
      validations_per_month: perMonth,
      rate_limit_per_minute: perMinute,
      features,
    })),
  },
})
