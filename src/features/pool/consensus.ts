// What a pool answers for an address: the weighted majority of its votes.
import { DAY_MS } from '../../kernel/time.js'
import { PUBLIC_POOL, type SharedRoute } from './events.js'
import type { PoolEntryDocument, Voter } from './projections/poolEntries.js'

/** Half-life of a vote's weight. */
const HALF_LIFE_MS = 30 * DAY_MS
const MILLION = 1_000_000
/** Maximum combined weight of accounts that were young when they voted, where such votes count at all. */
const MAX_YOUNG_WEIGHT = 0.2
/** Quantile of the standard normal distribution for a 95 % confidence interval. */
const Z = 1.96

/**
 * The lower bound of the Wilson score interval: the smallest share of a population that agrees, given a sample.
 * (E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.)
 * @param agreeing weight of the sample that agrees @param n weight of the whole sample; need not be an integer
 */
export function wilsonLowerBound(agreeing: number, n: number): number {
  if (n <= 0) return 0
  const p = agreeing / n
  const spread = Z * Math.sqrt((p * (1 - p)) / n + Z ** 2 / (4 * n ** 2))
  return Math.max(0, (p + Z ** 2 / (2 * n) - spread) / (1 + Z ** 2 / n))
}

interface Consensus {
  /** The verdict of the weighted majority; undefined for a tie. */
  readonly valid: boolean | undefined
  /** From 0 to 1, to four decimals. */
  readonly confidence: number
}

/** The weighted majority of the live votes. @param now milliseconds since the epoch */
export function consensusOf(voters: readonly Voter[], now: number): Consensus {
  const weighed = voters.map(({ valid, weight, young, at }) => ({
    valid,
    young,
    weight: (weight / MILLION) * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS),
  }))
  const youngWeight = weighed.reduce((sum, { young, weight }) => sum + (young ? weight : 0), 0)
  const scale = Math.min(1, MAX_YOUNG_WEIGHT / youngWeight)
  const sides = { true: 0, false: 0 }
  for (const { valid, young, weight } of weighed) sides[`${valid}`] += young ? weight * scale : weight
  const valid = sides.true === sides.false ? undefined : sides.true > sides.false
  const agreeing = Math.max(sides.true, sides.false)
  return { valid, confidence: rounded(wilsonLowerBound(agreeing, sides.true + sides.false)) }
}

const rounded = (confidence: number): number => Math.round(confidence * 10_000) / 10_000

/** A pool's answer, which replaces the DNS lookups of a verification. */
export interface PoolAnswer {
  readonly route: SharedRoute
  readonly provider: string | null
  /** When DNS was queried, ISO 8601. */
  readonly checkedAt: string
  /** Seconds from `checkedAt`. */
  readonly ttl: number
  /** From 0 to 1, to four decimals. */
  readonly confidence: number
  /** Number of accounts that have ever validated the address. */
  readonly validations: number
}

/** Who looks an address up, and in which pool. */
export interface PoolReader {
  readonly pool: string
  readonly account: string
}

interface LookupContext extends PoolReader {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Minimum number of contributing accounts in the public pool; an organisation's own pool needs one. */
  readonly minContributors: number
}

type Policy = Pick<LookupContext, 'pool' | 'minContributors'>

/** Minimum number of accounts that must have contributed an address before the pool answers for it. */
export const quorumOf = ({ pool, minContributors }: Policy): number => (pool === PUBLIC_POOL ? minContributors : 1)

/** What of an entry counts: everything where one account suffices, otherwise the votes of established accounts. */
type Counted = Pick<PoolEntryDocument, 'voters' | 'contributors' | 'facts'>

function countedOf(entry: PoolEntryDocument, policy: Policy): Counted {
  if (quorumOf(policy) === 1) return entry
  const { voters, established: contributors, facts, establishedFacts } = entry
  return { voters: voters.filter(({ young }) => !young), contributors, facts: establishedFacts ?? facts }
}

/** Whether enough accounts have contributed an entry. An entry below the quorum is treated as missing. */
export const isPublished = (
  { contributors, established }: Pick<PoolEntryDocument, 'contributors' | 'established'>,
  policy: Policy,
): boolean => {
  const quorum = quorumOf(policy)
  return (quorum === 1 ? contributors : established) >= quorum
}

/**
 * Whether a vote is the reader's own. The public pool answers an account only with what other accounts have found; a
 * private pool belongs to one account, whose clients share it.
 */
const isOwn = (vote: Voter | undefined, { pool, account }: PoolReader): boolean =>
  pool === PUBLIC_POOL && vote?.account === account

/** Number of contributors that count, other than the reader. */
function othersOf({ voters }: PoolEntryDocument, { contributors }: Counted, context: LookupContext): number {
  const own = voters.find((vote) => isOwn(vote, context))
  return own && (quorumOf(context) === 1 || own.joined) ? contributors - 1 : contributors
}

/**
 * The pool's answer for an entry. Undefined is a miss: too few other accounts have contributed it, the facts are the
 * reader's own, their TTL has expired, or the newest vote contradicts the majority.
 */
export function toPoolAnswer(entry: PoolEntryDocument, context: LookupContext): PoolAnswer | undefined {
  if (!isPublished(entry, context)) return undefined
  const counted = countedOf(entry, context)
  const { voters, contributors, facts } = counted
  if (othersOf(entry, counted, context) < quorumOf(context) || isOwn(voters.at(-1), context)) return undefined
  const { now } = context
  const { route, provider, checkedAt, ttl } = facts
  if (now >= Date.parse(checkedAt) + ttl * 1_000) return undefined
  const { valid, confidence } = consensusOf(voters, now)
  if (valid !== voters.at(-1)?.valid) return undefined
  return { route, provider, checkedAt, ttl, confidence, validations: contributors }
}
