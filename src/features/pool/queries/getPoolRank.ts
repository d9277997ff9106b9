import type { Eventing } from '../../../eventing/eventing.js'
import type { Clock } from '../../../kernel/clock.js'
import type { Accounts, Caller } from '../../accounts/index.js'
import { poolOf } from '../keys.js'
import { type Level, levelOf } from '../levels.js'
import { bucketOf, type LeaderboardPeriod } from '../periods.js'
import { ALL_TIME } from '../projections/buckets.js'
import { leaderboard, leaderboardId } from '../projections/leaderboard.js'
import { READ_YOUR_WRITES_TIMEOUT_MS } from '../readYourWrites.js'

export interface RankView {
  /** From 1; 0 before the first contribution of the period that counts. */
  readonly rank: number
  /** The calling key as far as it may be shown. */
  readonly keyMask: string
  /** Those that count; see the leaderboard. */
  readonly contributions: number
  /** By all of them since the beginning. */
  readonly level: Level['name']
  readonly levelBadge: Level['badge']
}

export interface GetPoolRankDependencies {
  readonly eventing: Eventing
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'getKeyMask'>
}

/**
 * Where the caller stands in its pool; sees what it contributed before, as far as that can be waited for. A sandbox key
 * contributes nothing, and has no rank.
 */
export const createGetPoolRank =
  ({ eventing, clock, accounts }: GetPoolRankDependencies) =>
  async (caller: Caller, period: LeaderboardPeriod = 'all-time'): Promise<RankView> => {
    const { account, sandbox } = caller
    if (!sandbox) await eventing.waitForPosition(await eventing.head(), [leaderboard.name], READ_YOUR_WRITES_TIMEOUT_MS)
    const model = eventing.read(leaderboard)
    const pool = poolOf(caller)
    const rowOf = async (bucket: string) =>
      sandbox ? undefined : (await model.get(leaderboardId(pool, bucket, account)))?.document
    const bucket = bucketOf(period, clock.now())
    const [row, ever, keyMask] = await Promise.all([rowOf(bucket), rowOf(ALL_TIME), accounts.getKeyMask(caller)])
    const { name: level, badge: levelBadge } = levelOf(ever?.counted ?? 0)
    return {
      rank: row && row.counted > 0 ? 1 + (await countBetter(row.score)) : 0,
      keyMask,
      contributions: row?.counted ?? 0,
      level,
      levelBadge,
    }

    /** Rows whose score sorts after this one. */
    function countBetter(score: string): Promise<number> {
      return model.count({ index: 'byScore', equals: { pool, bucket }, range: { from: `${score}\0` } })
    }
  }
