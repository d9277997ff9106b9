import { Arg, Ctx, Int, Query, Resolver, Root, Subscription } from 'type-graphql'
import type { ActivityView } from '../features/pool/index.js'
import type { Query as QueryOf } from '../http/contract/types.js'
import { contributionHistory, rankBody } from '../http/shapes/pool.js'
import { camel } from './camel.js'
import { cancellable } from './cancellable.js'
import type { GraphqlContext } from './context.js'
import { DateTime } from './types/dateTime.js'
import {
  ContributionHistory,
  ContributionPeriod,
  ContributorLevel,
  ContributorRank,
  LeaderboardPeriod,
  PoolActivity,
  PoolActivityItem,
  PoolLeaderboard,
  PoolStats,
} from './types/pool.js'

type Period<Op extends 'getPoolLeaderboard' | 'getPoolContributions'> = NonNullable<QueryOf<Op>['period']>

const AS_OF =
  'A moment since the first event: answers as was answered then. It needs a key, and may be asked 60 times a minute.'

@Resolver()
export class PoolResolver {
  @Query(() => PoolStats, {
    nullable: true,
    description: 'The figures of the public pool. Needs no key, except for the past.',
  })
  poolStats(
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() { pool, poolPast, caller, call }: GraphqlContext,
  ) {
    return asOf ? poolPast.getPoolStats(caller(), asOf, call().signal) : pool.getPoolStats()
  }

  @Query(() => PoolLeaderboard, {
    nullable: true,
    description: 'Who contributed most to the public pool. Needs no key, except for the past.',
  })
  poolLeaderboard(
    @Arg('period', () => LeaderboardPeriod, { defaultValue: 'weekly', description: 'The window.' })
    period: Period<'getPoolLeaderboard'>,
    @Arg('limit', () => Int, { defaultValue: 10, description: 'How many contributors at most, 1 to 100.' })
    limit: number,
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() { pool, poolPast, caller, call }: GraphqlContext,
  ) {
    if (!asOf) return pool.getPoolLeaderboard(period, limit)
    return poolPast.getPoolLeaderboard(caller(), { period, limit, asOf }, call().signal)
  }

  @Query(() => PoolActivity, {
    nullable: true,
    description: 'What happened in the public pool of late. Needs no key.',
  })
  async poolActivity(
    @Arg('limit', () => Int, { defaultValue: 50, description: 'How many items at most, 1 to 100.' }) limit: number,
    @Ctx() { pool }: GraphqlContext,
  ) {
    return { success: true, ...(await pool.getPoolActivity(limit)) }
  }

  @Query(() => ContributionHistory, {
    nullable: true,
    description: 'What the account contributed to its pool in a period.',
  })
  async poolContributions(
    @Arg('period', () => ContributionPeriod, { defaultValue: 'week', description: 'The window.' })
    period: Period<'getPoolContributions'>,
    @Arg('page', () => Int, { defaultValue: 1, description: 'Which page, from 1.' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: 'Contributions of a page, 1 to 100.' }) limit: number,
    @Ctx() { pool, caller }: GraphqlContext,
  ) {
    return camel(contributionHistory(await pool.getPoolContributions(caller(), { period, page, limit })))
  }

  @Query(() => ContributorRank, { nullable: true, description: 'Where the account stands in its pool.' })
  async poolRank(
    @Arg('period', () => LeaderboardPeriod, { defaultValue: 'all-time', description: 'The window.' })
    period: Period<'getPoolLeaderboard'>,
    @Ctx() { pool, caller }: GraphqlContext,
  ) {
    return camel(rankBody(await pool.getPoolRank(caller(), period)))
  }

  @Query(() => [ContributorLevel], { nullable: true, description: 'The levels of contributors, lowest first.' })
  poolLevels(@Ctx() { pool, caller }: GraphqlContext) {
    caller()
    return pool.getPoolLevels()
  }

  @Subscription(() => PoolActivityItem, {
    name: 'poolActivity',
    description: 'Each thing that happens in the public pool, from now on. Needs no key.',
    subscribe: ({ context }) => cancellable((context as GraphqlContext).watchPoolActivity),
  })
  poolActivityItem(@Root() item: ActivityView['activity'][number]) {
    return item
  }
}
