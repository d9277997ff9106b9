// GraphQL queries and subscriptions of the signal pool.
import { Arg, Args, ArgsType, Ctx, Extensions, Field, Int, Query, Resolver, Root, Subscription } from 'type-graphql'
import type { ActivityView, HistoryRow } from '../../features/pool/index.js'
import { invalidCursor } from '../../kernel/cursor.js'
import type { Query as QueryOf } from '../contract/types.js'
import { camel } from '../graphql/camel.js'
import { cancellable } from '../graphql/cancellable.js'
import type { Connection } from '../graphql/connection.js'
import { ContributionConnection, PoolHistoryConnection } from '../graphql/connections.js'
import type { GraphqlContext } from '../graphql/context.js'
import { decodeListCursor, encodeListCursor } from '../graphql/cursor.js'
import { DateTime } from '../graphql/dateTime.js'
import { PageArgs, pageInput, toConnection } from '../graphql/page.js'
import { asSharedEvents } from '../graphql/sharedEvents.js'
import { AS_OF } from '../past.js'
import { ACTIVITY, CONTRIBUTIONS, LEADERBOARD, RANK } from './defaults.js'
import { contributionHistory, rankBody } from './present.js'
import {
  BY_CURSOR,
  type Contribution,
  ContributionHistory,
  ContributionPeriodEnum,
  ContributorLevel,
  ContributorRank,
  LeaderboardPeriodEnum,
  PoolActivity,
  PoolActivityItem,
  PoolDay,
  PoolLeaderboard,
  PoolStats,
} from './types.js'

type Period<Op extends 'getPoolLeaderboard' | 'getPoolContributions'> = NonNullable<QueryOf<Op>['period']>

@ArgsType()
class ContributionsArgs extends PageArgs {
  @Field(() => ContributionPeriodEnum, {
    defaultValue: CONTRIBUTIONS.period,
    description: 'Calendar period to cover, in UTC.',
  })
  readonly period!: Period<'getPoolContributions'>
}

@Resolver()
export class PoolResolver {
  @Query(() => PoolStats, {
    nullable: true,
    description: 'Statistics of the public pool. No API key required, except with `asOf`.',
  })
  async poolStats(
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() { pool, past, caller, call }: GraphqlContext,
  ): Promise<PoolStats> {
    const { getPoolStats } = asOf ? await past.pool(caller(), asOf, call().signal) : pool
    return getPoolStats()
  }

  @Extensions({ items: 30 })
  @Query(() => [PoolDay], {
    nullable: true,
    description:
      'Totals of the public pool on each of the last 30 UTC days, oldest first, including today so far. No API key required, except with `asOf`.',
  })
  async poolDays(
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() { pool, past, caller, call }: GraphqlContext,
  ): Promise<readonly PoolDay[]> {
    const { getPoolDays } = asOf ? await past.pool(caller(), asOf, call().signal) : pool
    return getPoolDays()
  }

  @Query(() => PoolLeaderboard, {
    nullable: true,
    description: 'Ranking of contributors to the public pool. No API key required, except with `asOf`.',
  })
  async poolLeaderboard(
    @Arg('period', () => LeaderboardPeriodEnum, {
      defaultValue: LEADERBOARD.period,
      description: 'Calendar period to cover, in UTC.',
    })
    period: Period<'getPoolLeaderboard'>,
    @Arg('limit', () => Int, {
      defaultValue: LEADERBOARD.limit,
      description: 'Maximum number of contributors, 1 to 100.',
    })
    limit: number,
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() { pool, past, caller, call }: GraphqlContext,
  ): Promise<PoolLeaderboard> {
    const { getPoolLeaderboard } = asOf ? await past.pool(caller(), asOf, call().signal) : pool
    return getPoolLeaderboard(period, limit)
  }

  @Query(() => PoolActivity, {
    nullable: true,
    description: 'Recent events in the public pool. No API key required, except with `asOf`.',
  })
  async poolActivity(
    @Arg('limit', () => Int, { defaultValue: ACTIVITY.limit, description: 'Maximum number of events, 1 to 100.' })
    limit: number,
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() { pool, past, caller, call }: GraphqlContext,
  ): Promise<PoolActivity> {
    const { getPoolActivity } = asOf ? await past.pool(caller(), asOf, call().signal) : pool
    return { success: true, ...(await getPoolActivity(limit)) }
  }

  @Query(() => ContributionHistory, {
    nullable: true,
    description: "The account's contributions to its pool in a period.",
  })
  async poolContributions(
    @Arg('period', () => ContributionPeriodEnum, {
      defaultValue: CONTRIBUTIONS.period,
      description: 'Calendar period to cover, in UTC.',
    })
    period: Period<'getPoolContributions'>,
    @Arg('page', () => Int, {
      defaultValue: CONTRIBUTIONS.page,
      description: 'Page number, starting at 1.',
      deprecationReason: BY_CURSOR,
    })
    page: number,
    @Arg('limit', () => Int, {
      defaultValue: CONTRIBUTIONS.limit,
      description: 'Page size, 1 to 100.',
      deprecationReason: BY_CURSOR,
    })
    limit: number,
    @Ctx() { pool, caller }: GraphqlContext,
  ): Promise<ContributionHistory> {
    return camel(contributionHistory(await pool.getPoolContributions(caller(), { period, page, limit })))
  }

  @Query(() => ContributionConnection, {
    nullable: true,
    description: "The account's contributions to its pool in a period, newest first.",
  })
  async contributions(
    @Args(() => ContributionsArgs) args: ContributionsArgs,
    @Ctx() { pool, caller }: GraphqlContext,
  ): Promise<Connection<Contribution>> {
    const { items, more, total } = await pool.listContributions(caller(), args.period, pageInput(args))
    const edges = items.map(({ contribution, cursor }) => ({ cursor, node: contribution }))
    return toConnection({ items: edges, more, count: () => total }, args)
  }

  @Query(() => ContributorRank, { nullable: true, description: "The account's rank in its pool." })
  async poolRank(
    @Arg('period', () => LeaderboardPeriodEnum, {
      defaultValue: RANK.period,
      description: 'Calendar period to cover, in UTC.',
    })
    period: Period<'getPoolLeaderboard'>,
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() { pool, past, caller, call }: GraphqlContext,
  ): Promise<ContributorRank> {
    const { getPoolRank } = asOf ? await past.ranks(caller(), asOf, call().signal) : pool
    return camel(rankBody(await getPoolRank(caller(), period)))
  }

  @Query(() => [ContributorLevel], { nullable: true, description: 'Contributor levels, lowest first.' })
  async poolLevels(
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() { pool, past, caller, call }: GraphqlContext,
  ): Promise<ContributorLevel[]> {
    const owner = caller()
    const { getPoolLevels } = asOf ? await past.pool(owner, asOf, call().signal) : pool
    return getPoolLevels()
  }

  @Subscription(() => PoolActivityItem, {
    name: 'poolActivity',
    description:
      'Emits each public pool event from now on; frequent events of one type are merged. No API key required.',
    subscribe: ({ context }) =>
      cancellable((signal) => asSharedEvents((context as GraphqlContext).watchPoolActivity(signal))),
  })
  poolActivityItem(@Root() item: ActivityView['activity'][number]): PoolActivityItem {
    return item
  }
}

@ArgsType()
class HistoryArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'First UTC day, `yyyy-mm-dd`. Default: 29 days before `to`.' })
  readonly from?: string | null

  @Field(() => String, { nullable: true, description: 'Last UTC day, `yyyy-mm-dd`. Default: today.' })
  readonly to?: string | null
}

@Resolver()
export class PoolHistoryResolver {
  @Query(() => PoolHistoryConnection, {
    nullable: true,
    description: "Contributions to the account's pool per UTC day and contributor.",
  })
  async poolHistory(
    @Args(() => HistoryArgs) args: HistoryArgs,
    @Ctx() { pool, caller }: GraphqlContext,
  ): Promise<Connection<HistoryRow>> {
    const { first, from, to } = args
    const owner = caller()
    const list = [owner.sandbox ? 'sandbox history' : 'history', owner.account, from ?? null, to ?? null]
    const after =
      args.after === null || args.after === undefined ? undefined : rowKeyOf(decodeListCursor(list, args.after))
    const range = { from: from ?? undefined, to: to ?? undefined }
    const rows: HistoryRow[] = []
    for await (const row of pool.getPoolHistory(owner, { ...range, after })) {
      // One row beyond the page shows that there is a next page.
      if (rows.push(row) > first) break
    }
    const items = rows
      .slice(0, first)
      .map((node) => ({ cursor: encodeListCursor(list, `${node.day} ${node.contributorId}`), node }))
    const count = () => pool.countPoolHistory(owner, range)
    return toConnection({ items, more: rows.length > first, count }, args)
  }
}

/** @throws Failure VALIDATION_ERROR */
function rowKeyOf(text: string): Pick<HistoryRow, 'day' | 'contributorId'> {
  const [day, contributorId, ...rest] = text.split(' ')
  if (day === undefined || contributorId === undefined || rest.length > 0) throw invalidCursor()
  return { day, contributorId }
}
