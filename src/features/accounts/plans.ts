/** What may be subscribed to. Prices in whole US dollars a month; null = by agreement. */
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
  /** Requests. */
  readonly perMinute: number
  /** Addresses. */
  readonly perMonth: number
}

/** Limits that an operator set for one account; null = as the plan says. */
export interface LimitOverrides {
  readonly perMinute: number | null
  readonly perMonth: number | null
}

export const NO_OVERRIDES: LimitOverrides = { perMinute: null, perMonth: null }

/** What the account may do: its plan, unless an operator said otherwise. */
export const limitsOf = (plan: Plan, overrides: LimitOverrides): Limits => ({
  perMinute: overrides.perMinute ?? PLANS[plan].perMinute,
  perMonth: overrides.perMonth ?? PLANS[plan].perMonth,
})
