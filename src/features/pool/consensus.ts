import { PUBLIC_POOL, type SharedRoute } from './events.js'
import type { PoolEntryDocument, Voter } from './projections/poolEntries.js'

/** A vote weighs half after this. */
const HALF_LIFE_MS = 30 * 24 * 60 * 60_000
const MILLION = 1_000_000
/** Accounts that were young when they voted weigh this much together, at most: new accounts are free. */
const YOUNG_TOGETHER = 0.2
/** Of the standard normal distribution: 95 % of it lies within. */
const Z = 1.96

/**
 * The lower bound of the Wilson score interval: so much of a population agrees at least, as far as a sample tells.
 * (E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.)
 * @param n size of the sample, need not be whole @param agreeing of them
 */
export function wilsonLowerBound(agreeing: number, n: number): number {
  if (n <= 0) return 0
  const p = agreeing / n
  const spread = Z * Math.sqrt((p * (1 - p)) / n + Z ** 2 / (4 * n ** 2))
  return Math.max(0, (p + Z ** 2 / (2 * n) - spread) / (1 + Z ** 2 / n))
}

export interface Consensus {
  /** What most of the weight says; undefined where it is even. */
  readonly valid: boolean | undefined
  /** From 0 to 1, to four decimals. */
  readonly confidence: number
}

/** What live votes amount to. @param now milliseconds since the epoch */
export function consensusOf(voters: readonly Voter[], now: number): Consensus {
  const weighed = voters.map(({ valid, weight, young, at }) => ({
    valid,
    young,
    weight: (weight / MILLION) * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS),
  }))
  const ofYoung = weighed.reduce((sum, { young, weight }) => sum + (young ? weight : 0), 0)
  const scale = Math.min(1, YOUNG_TOGETHER / ofYoung)
  const sides = { true: 0, false: 0 }
  for (const { valid, young, weight } of weighed) sides[`${valid}`] += young ? weight * scale : weight
  const valid = sides.true === sides.false ? undefined : sides.true > sides.false
  const agreeing = Math.max(sides.true, sides.false)
  return { valid, confidence: rounded(wilsonLowerBound(agreeing, sides.true + sides.false)) }
}

const rounded = (confidence: number): number => Math.round(confidence * 10_000) / 10_000

/** What the pool answers in place of a verification. */
export interface PoolAnswer {
  readonly route: SharedRoute
  readonly provider: string | null
  /** When DNS was asked, ISO 8601. */
  readonly checkedAt: string
  /** Seconds from `checkedAt`. */
  readonly ttl: number
  /** From 0 to 1, to four decimals. */
  readonly confidence: number
  /** Accounts that ever validated it. */
  readonly validations: number
}

export interface Asked {
  readonly pool: string
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Accounts behind an entry of the public pool before it answers; an organisation trusts itself. */
  readonly minContributors: number
}

/** Accounts that must stand behind an address before a pool answers for it. */
export const quorumOf = ({ pool, minContributors }: Pick<Asked, 'pool' | 'minContributors'>): number =>
  pool === PUBLIC_POOL ? minContributors : 1

/** Whether enough accounts stand behind an entry. One that has too few is treated like one that is not there. */
export const isPublished = (
  { contributors }: Pick<PoolEntryDocument, 'contributors'>,
  asked: Pick<Asked, 'pool' | 'minContributors'>,
): boolean => contributors >= quorumOf(asked)

/**
 * Undefined is a miss: too few accounts stand behind it, it is older than DNS allows, or the newest vote is not what
 * the majority says.
 */
export function answerOf(entry: PoolEntryDocument, asked: Asked): PoolAnswer | undefined {
  if (!isPublished(entry, asked)) return undefined
  const { voters, contributors, facts } = entry
  const { now } = asked
  const { route, provider, checkedAt, ttl } = facts
  if (now >= Date.parse(checkedAt) + ttl * 1_000) return undefined
  const { valid, confidence } = consensusOf(voters, now)
  if (valid !== voters.at(-1)?.valid) return undefined
  return { route, provider, checkedAt, ttl, confidence, validations: contributors }
}
