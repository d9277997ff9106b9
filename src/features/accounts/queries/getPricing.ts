import { PLAN_IDS, PLANS, type Plan } from '../plans.js'

export interface Tier {
  readonly id: Plan
  readonly name: string
  /** US dollars per month; null = by agreement. */
  readonly price: number | null
  readonly perMonth: number
  readonly perMinute: number
  readonly features: readonly string[]
}

const FEATURES: Record<Plan, readonly string[]> = {
  free: ['Single and batch verification', 'Reasons for every verdict', 'Sandbox keys', 'No credit card'],
  starter: ['Everything in Free', 'Contributing to the shared signal pool'],
  growth: ['Everything in Starter', '600 requests a minute'],
  enterprise: ['Everything in Growth', 'A private signal pool of your own', 'Limits by agreement'],
}

/** The subscription plans, cheapest first. */
export const getPricing = (): Tier[] =>
  PLAN_IDS.map((id) => {
    const { name, price, perMonth, perMinute } = PLANS[id]
    return { id, name, price, perMonth, perMinute, features: FEATURES[id] }
  })
