// GraphQL queries of verdicts and decisions.
import { Args, ArgsType, Ctx, Field, Int, Query, Resolver } from 'type-graphql'
import type { Api, Dimension, Interval, PeriodView } from '../../features/verdicts/index.js'
import type { Connection } from '../graphql/connection.js'
import { DecisionConnection } from '../graphql/connections.js'
import type { GraphqlContext } from '../graphql/context.js'
import { DateTime } from '../graphql/dateTime.js'
import { PageArgs, toConnection } from '../graphql/page.js'
import { AS_OF } from '../past.js'
import { Decision } from '../verification/signalTypes.js'
import { VERDICTS } from './rest.js'
import { type LoggedDecision, VerdictApiEnum, VerdictDimensionEnum, VerdictIntervalEnum, Verdicts } from './types.js'

@ArgsType()
class VerdictsArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Start: a time, or a date in the time zone. Default: 24 hours, 30 days or 12 months before the end.',
  })
  readonly from?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'End, exclusive: a time, or a date in the time zone, with its whole day. Default: now.',
  })
  readonly to?: string | null

  @Field(() => VerdictIntervalEnum, { defaultValue: VERDICTS.interval, description: 'Length of a period.' })
  readonly interval!: Interval

  @Field(() => VerdictDimensionEnum, { nullable: true, description: 'Dimension to break down by.' })
  readonly by?: Dimension | null

  @Field(() => Int, { defaultValue: VERDICTS.limit, description: 'Maximum number of values in a breakdown, 1 to 100.' })
  readonly limit!: number

  @Field(() => String, {
    defaultValue: VERDICTS.timezone,
    description: 'Time zone of days, months and dates, by its name in the IANA database.',
  })
  readonly timezone!: string

  @Field(() => VerdictApiEnum, { nullable: true, description: 'Only verdicts of this operation.' })
  readonly api?: Api | null

  @Field(() => DateTime, { nullable: true, description: AS_OF })
  readonly asOf?: Date | null
}

@ArgsType()
class DecisionsArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Start: a time, or a UTC date. At most 366 days before the end. Default: 30 days before it.',
  })
  readonly from?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'End, exclusive: a time, or a UTC date, with its whole day. Default: now.',
  })
  readonly to?: string | null

  @Field(() => Decision, { nullable: true, description: 'Only this decision.' })
  readonly decision?: 'allow' | 'review' | 'deny' | null

  @Field(() => String, { nullable: true, description: 'Only decisions with this reason of v2.' })
  readonly reason?: string | null

  @Field(() => String, { nullable: true, description: 'Only decisions that this rule made, by its name or number.' })
  readonly rule?: string | null

  @Field(() => String, { nullable: true, description: 'Only addresses of this domain.' })
  readonly domain?: string | null

  @Field(() => String, { nullable: true, description: 'Only the request with this `X-Request-ID`.' })
  readonly requestId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Only single verifications of this address, found by a keyed hash. Pass it as a variable.',
  })
  readonly email?: string | null
}

@Resolver()
export class VerdictsResolver {
  @Query(() => Verdicts, {
    nullable: true,
    description: "Counts of the account's verdicts by hour, day or month. Sandbox keys see zeros.",
  })
  async verdicts(
    @Args(() => VerdictsArgs) { from, to, interval, by, limit, timezone, api, asOf }: VerdictsArgs,
    @Ctx() { verdicts, past, caller, call }: GraphqlContext,
  ): Promise<Verdicts> {
    const input = { from: from ?? undefined, to: to ?? undefined, by: by ?? undefined, api: api ?? undefined }
    const { getVerdicts } = asOf ? await past.verdicts(caller(), asOf, call().signal) : verdicts
    const { range, periods, ...rest } = await getVerdicts(caller(), { ...input, interval, limit, timezone })
    return { ...rest, range: nullable(range), periods: periods.map(nullable) }
  }

  @Query(() => DecisionConnection, {
    nullable: true,
    description:
      "The account's decisions, newest first. A page may be short, or empty, while `pageInfo.hasNextPage` is true.",
  })
  async decisions(
    @Args(() => DecisionsArgs) args: DecisionsArgs,
    @Ctx() { verdicts, caller, call }: GraphqlContext,
  ): Promise<Connection<LoggedDecision>> {
    const { first, after, from, to, decision, reason, rule, domain, requestId, email } = args
    const filter = {
      from: from ?? undefined,
      to: to ?? undefined,
      decision: decision ?? undefined,
      reason: reason ?? undefined,
      rule: rule ?? undefined,
      domain: domain ?? undefined,
      requestId: requestId ?? undefined,
      email: email ?? undefined,
    }
    const owner = caller()
    const { signal } = call()
    const input = { ...filter, cursor: after ?? undefined, limit: first }
    const { decisions, cursors, nextCursor } = await verdicts.listDecisions(owner, input, signal)
    const items = decisions.map((node, index) => ({ cursor: cursors[index]!, node }))
    const count = () => verdicts.countDecisions(owner, filter, signal)
    return toConnection({ items, more: nextCursor !== null, end: nextCursor, count }, args)
  }
}

const nullable = (period: PeriodView) => ({ ...period, breakdown: period.breakdown ?? null })
