// The query for the public leaderboard.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Clock } from '../../../kernel/clock.js'
import { PUBLIC_POOL } from '../events.js'
import type { PoolKeys } from '../keys.js'
import { type Badge, badgeOf, type Level, levelOf } from '../levels.js'
import { bucketOf, type LeaderboardPeriod } from '../periods.js'
import { contributorId, contributors } from '../projections/contributors.js'
import { type LeaderboardDocument, leaderboard, MIN_SCORE } from '../projections/leaderboard.js'

export interface LeaderboardView {
  readonly period: LeaderboardPeriod
  readonly contributors: readonly {
    readonly rank: number
    /** Anonymised. */
    readonly contributorId: string
    /** Only those that earned credits, as `countedContributions`. */
    readonly contributions: number
    readonly countedContributions: number
    readonly uniqueContributions: number
    readonly creditsEarned: number
    /** Based on all contributions ever made. */
    readonly badge: Badge
    /** The same. */
    readonly level: Level['name']
  }[]
}

/** A leaderboard row with its account's all-time counted contributions. */
interface RankedRow {
  readonly row: LeaderboardDocument
  readonly everContributed: number
}

interface GetPoolLeaderboardDependencies {
  readonly eventing: Pick<Eventing, 'read'>
  readonly clock: Clock
  readonly keys: PoolKeys
}

/** The accounts with the most counted contributions to the public pool in the current period. @param limit 1 to 100 */
export type GetPoolLeaderboard = (period: LeaderboardPeriod, limit: number) => Promise<LeaderboardView>

export const createGetPoolLeaderboard =
  ({ eventing, clock, keys }: GetPoolLeaderboardDependencies): GetPoolLeaderboard =>
  async (period, limit) => {
    const equals = { pool: PUBLIC_POOL, bucket: bucketOf(period, clock.now()) }
    const range = { from: MIN_SCORE }
    const { items } = await eventing.read(leaderboard).find({ index: 'byScore', equals, range, limit, reverse: true })
    const rows = items.map(({ document }) => document)
    const ids = rows.map(({ pool, owner }) => contributorId(pool, owner))
    const ever = await eventing.read(contributors).getMany(ids)
    const ranked = rows.map((row, index) => ({ row, everContributed: ever[index]?.contributions ?? row.counted }))
    return leaderboardOf(period, ranked, keys)
  }

/** @param ranked in order of rank */
const leaderboardOf = (
  period: LeaderboardPeriod,
  ranked: readonly RankedRow[],
  { contributorOf }: Pick<PoolKeys, 'contributorOf'>,
): LeaderboardView => ({
  period,
  contributors: ranked.map(({ row: { owner, counted, countedUnique, credits }, everContributed }, index) => ({
    rank: index + 1,
    contributorId: contributorOf(owner),
    contributions: counted,
    countedContributions: counted,
    uniqueContributions: countedUnique,
    creditsEarned: credits,
    badge: badgeOf(everContributed),
    level: levelOf(everContributed).name,
  })),
})
