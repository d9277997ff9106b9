import type { Projection } from '../../../eventing/projection.js'
import type { PoolEvent } from '../events.js'

export type CreditDayDocument = {
  readonly owner: string
  readonly pool: string
  /** `yyyy-mm-dd`. */
  readonly day: string
  readonly credits: number
  /** Number of addresses that earned credits, per domain; in order of each domain's first. */
  readonly domains: readonly CreditedDomain[]
}

type CreditedDomain = { readonly domain: string; readonly addresses: number }

export const creditDayId = (pool: string, account: string, day: string): string => `${pool}.${account}.${day}`

export const creditedOf = ({ domains }: Pick<CreditDayDocument, 'domains'>, domain: string): number =>
  domains.find((each) => each.domain === domain)?.addresses ?? 0

function withAddress(domains: CreditDayDocument['domains'], domain: string): CreditDayDocument['domains'] {
  const at = domains.findIndex((each) => each.domain === domain)
  return at < 0
    ? [...domains, { domain, addresses: 1 }]
    : domains.with(at, { domain, addresses: domains[at]!.addresses + 1 })
}

/** Credits that an account earned in a pool on a UTC day; the caps are primed from it. Key: pool.account.day. */
export const creditDays: Projection<PoolEvent, CreditDayDocument> = {
  name: 'credit_days',
  version: 2,
  keys: ({ type, data, recordedAt }) =>
    type === 'ValidationContributed' && data.credits > 0
      ? [creditDayId(data.pool, data.account, recordedAt.slice(0, 10))]
      : [],
  apply: (document, { data: { pool, account: owner, domain, credits }, recordedAt }) => ({
    owner,
    pool,
    day: recordedAt.slice(0, 10),
    credits: (document?.credits ?? 0) + credits,
    domains: withAddress(document?.domains ?? [], domain),
  }),
}
