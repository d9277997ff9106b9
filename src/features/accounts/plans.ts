/** The subscription plans. Prices are in whole US dollars per month; null = by agreement. */
export const PLANS = {
  free: { name: 'Free', price: 0, perMonth: 1_000, perMinute: 60 },
  starter: { name: 'Starter', price: 20, perMonth: 10_000, perMinute: 120 },
  growth: { name: 'Growth', price: 50, perMonth: 50_000, perMinute: 600 },
  enterprise: { name: 'Enterprise', price: null, perMonth: 1_000_000, perMinute: 6_000 },
} as const

export type Plan = keyof typeof PLANS

export const PLAN_IDS = Object.keys(PLANS) as Plan[]

export const isPlan = (text: string): text is Plan => Object.hasOwn(PLANS, text)

export interface Limits {
  /** Requests per minute. */
  readonly perMinute: number
  /** Addresses per UTC month. */
  readonly perMonth: number
}

/** Limits that an operator set for one account; null = the plan's limit applies. */
export interface LimitOverrides {
  readonly perMinute: number | null
  readonly perMonth: number | null
}

export const NO_OVERRIDES: LimitOverrides = { perMinute: null, perMonth: null }

/** An account's limits: those of its plan, unless an operator has overridden them. */
export const limitsOf = (plan: Plan, overrides: LimitOverrides): Limits => ({
  perMinute: overrides.perMinute ?? PLANS[plan].perMinute,
  perMonth: overrides.perMonth ?? PLANS[plan].perMonth,
})
