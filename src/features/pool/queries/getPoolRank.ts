// An account’s place among the contributors of its pool.
import type { Reading } from '../../../eventing/eventing.js'
import type { Clock } from '../../../kernel/clock.js'
import type { Accounts, Caller } from '../../accounts/index.js'
import { poolOf } from '../keys.js'
import { type Level, levelOf } from '../levels.js'
import { bucketOf, type LeaderboardPeriod } from '../periods.js'
import { ALL_TIME } from '../projections/buckets.js'
import { leaderboard, leaderboardId } from '../projections/leaderboard.js'
import { READ_YOUR_WRITES_TIMEOUT_MS } from '../readYourWrites.js'

export interface RankView {
  /** From 1; 0 before the period's first counted contribution. */
  readonly rank: number
  /** The masked form of the calling key. */
  readonly keyMask: string
  /** Counted contributions; see `LeaderboardDocument.counted`. */
  readonly contributions: number
  /** The same, by the name that it has everywhere. */
  readonly countedContributions: number
  /** Based on all-time counted contributions. */
  readonly level: Level['name']
  readonly levelBadge: Level['badge']
}

interface GetPoolRankDependencies {
  readonly eventing: Reading
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'getKeyMask'>
}

/**
 * The caller's rank in its pool. Read-your-writes, up to a timeout. A sandbox key contributes nothing and has no rank.
 */
export type GetPoolRank = (caller: Caller, period?: LeaderboardPeriod) => Promise<RankView>

export const createGetPoolRank =
  ({ eventing, clock, accounts }: GetPoolRankDependencies): GetPoolRank =>
  async (caller, period = 'all-time') => {
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
      countedContributions: row?.counted ?? 0,
      level,
      levelBadge,
    }

    /** Number of rows with a better score. */
    function countBetter(score: string): Promise<number> {
      return model.count({ index: 'byScore', equals: { pool, bucket }, range: { from: `${score}\0` } })
    }
  }
