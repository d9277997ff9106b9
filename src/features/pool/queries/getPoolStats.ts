// The query for the public pool's statistics.
import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { DAY_MS } from '../../../kernel/time.js'
import { PUBLIC_POOL } from '../events.js'
import { contributors } from '../projections/contributors.js'
import { type PoolDomainDocument, poolDomains } from '../projections/poolDomains.js'
import { type PoolStatsDocument, poolStats } from '../projections/poolStats.js'

/** An account that has contributed within this time counts as active. */
const ACTIVE_MS = 30 * DAY_MS
/** Maximum number of named domains. */
const MAX_NAMED = 20
/** Number of largest domains that are considered for naming. */
const MAX_CANDIDATES = 50

const OTHER = 'other'

export interface PoolStatsView {
  readonly totalValidations: number
  /** Distinct addresses that as many accounts contributed as a lookup requires. */
  readonly uniqueEmails: number
  /** Share of lookups that the pool answered, from 0 to 1, to four decimals. */
  readonly hitRate: number
  /** Average of the single verifications that consulted the pool, to two decimals. */
  readonly avgResponseTimeMs: number
  /** Accounts that contributed in the last thirty days. */
  readonly activeContributors: number
  /** Shares of these addresses in percent, to two decimals, largest first; unnamed domains are `other`, last. */
  readonly coverageByDomain: readonly { readonly domain: string; readonly percent: number }[]
}

/** What public figures count, and the conditions under which they name a domain. */
export interface NamingPolicy {
  /** Minimum number of contributing accounts before an address counts. */
  readonly minContributors: number
  /** Minimum number of counted addresses. */
  readonly domainMinAddresses: number
  /** Minimum number of contributing accounts, established ones if an address needs several. */
  readonly domainMinContributors: number
  /** Whether a provider is so large that its name does not identify a contributor. */
  readonly isBigProvider: (domain: string) => boolean
}

interface StatsFacts {
  readonly stats: PoolStatsDocument | undefined
  /** The largest domains by addresses, then by name, in descending order. */
  readonly domains: readonly PoolDomainDocument[]
  readonly active: number
}

/** The public statistics of the public pool. */
export type GetPoolStats = () => Promise<PoolStatsView>

export const createGetPoolStats =
  ({
    eventing,
    clock,
    ...naming
  }: { readonly eventing: Pick<Eventing, 'read'>; readonly clock: Clock } & NamingPolicy): GetPoolStats =>
  async () => {
    const since = iso(clock.now() - ACTIVE_MS)
    const ofPool = { equals: { pool: PUBLIC_POOL } }
    const [stats, domains, active] = await Promise.all([
      eventing.read(poolStats).get(PUBLIC_POOL),
      eventing.read(poolDomains).find({
        index: needsSeveral(naming) ? 'byPublished' : 'byAddresses',
        ...ofPool,
        limit: MAX_CANDIDATES,
        reverse: true,
      }),
      eventing.read(contributors).count({ index: 'byLast', ...ofPool, range: { from: since } }),
    ])
    const facts = { stats: stats?.document, domains: domains.items.map(({ document }) => document), active }
    return statsOf(facts, naming)
  }

/**
 * Whether an address needs several accounts. Then figures count only addresses that have them, so that no figure depends
 * on an address that fewer accounts contributed.
 */
const needsSeveral = ({ minContributors }: NamingPolicy): boolean => minContributors > 1

function statsOf({ stats, domains, active }: StatsFacts, naming: NamingPolicy): PoolStatsView {
  const { validations = 0, lookUps = 0, hits = 0, timed = 0, durationUs = 0 } = stats ?? {}
  const unique = (needsSeveral(naming) ? stats?.published : stats?.unique) ?? 0
  return {
    totalValidations: validations,
    uniqueEmails: unique,
    hitRate: lookUps === 0 ? 0 : rounded(hits / lookUps, 4),
    avgResponseTimeMs: timed === 0 ? 0 : rounded(durationUs / timed / 1_000, 2),
    activeContributors: active,
    coverageByDomain: coverageOf(
      domains.map((domain) => countedOf(domain, naming)),
      unique,
      naming,
    ),
  }
}

type CountedDomain = Pick<PoolDomainDocument, 'domain' | 'addresses' | 'contributors'>

const countedOf = (document: PoolDomainDocument, naming: NamingPolicy): CountedDomain =>
  needsSeveral(naming)
    ? { domain: document.domain, addresses: document.published, contributors: document.established }
    : document

function coverageOf(domains: readonly CountedDomain[], unique: number, naming: NamingPolicy) {
  if (unique === 0) return []
  const named = domains.filter((domain) => domain.addresses > 0 && mayBeNamed(domain, naming)).slice(0, MAX_NAMED)
  const ofNamed = named.reduce((sum, { addresses }) => sum + addresses, 0)
  // Domains may have been counted further than the statistics.
  const all = Math.max(unique, ofNamed)
  const rest = all - ofNamed
  const percent = (addresses: number): number => rounded((100 * addresses) / all, 2)
  return [
    ...named.map(({ domain, addresses }) => ({ domain, percent: percent(addresses) })),
    ...(rest > 0 ? [{ domain: OTHER, percent: percent(rest) }] : []),
  ]
}

const mayBeNamed = ({ domain, addresses, contributors }: CountedDomain, naming: NamingPolicy): boolean =>
  naming.isBigProvider(domain) ||
  (addresses >= naming.domainMinAddresses && contributors.length >= naming.domainMinContributors)

const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals
