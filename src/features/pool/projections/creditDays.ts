import type { Projection } from '../../../eventing/projection.js'
import type { PoolEvent } from '../events.js'

export type CreditDayDocument = {
  readonly owner: string
  readonly credits: number
  /** Number of addresses that earned credits, by domain. */
  readonly domains: { readonly [domain: string]: number }
}

export const creditDayId = (pool: string, account: string, day: string): string => `${pool}.${account}.${day}`

export const creditedOf = ({ domains }: CreditDayDocument, domain: string): number =>
  Object.hasOwn(domains, domain) ? domains[domain]! : 0

/** Credits that an account earned in a pool on a UTC day; the caps are primed from it. Key: pool.account.day. */
export const creditDays: Projection<PoolEvent, CreditDayDocument> = {
  name: 'credit_days',
  version: 1,
  keys: ({ type, data, recordedAt }) =>
    type === 'ValidationContributed' && data.credits > 0
      ? [creditDayId(data.pool, data.account, recordedAt.slice(0, 10))]
      : [],
  apply: (document, { data: { account: owner, domain, credits } }) => {
    const before = document ?? { owner, credits: 0, domains: {} }
    return {
      owner,
      credits: before.credits + credits,
      domains: { ...before.domains, [domain]: creditedOf(before, domain) + 1 },
    }
  },
}
