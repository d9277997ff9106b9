import { Args, ArgsType, Ctx, Field, Query, Resolver } from 'type-graphql'
import type { HistoryRow } from '../features/pool/index.js'
import type { GraphqlContext } from './context.js'
import { badCursor, fromCursor, toCursor } from './cursor.js'
import { connect, PageArgs } from './page.js'
import { PoolHistoryConnection } from './types/connections.js'

@ArgsType()
class HistoryArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'The first UTC day, `yyyy-mm-dd`; else 30 days in all.' })
  readonly from?: string | null

  @Field(() => String, { nullable: true, description: 'The last UTC day, `yyyy-mm-dd`; today unless told.' })
  readonly to?: string | null
}

@Resolver()
export class PoolHistoryResolver {
  @Query(() => PoolHistoryConnection, {
    nullable: true,
    description: "What was contributed to the account's pool, by day and then by contributor.",
  })
  async poolHistory(@Args(() => HistoryArgs) args: HistoryArgs, @Ctx() { pool, caller }: GraphqlContext) {
    const { first, from, to } = args
    const owner = caller()
    const list = [owner.sandbox ? 'sandbox history' : 'history', owner.account, from ?? null, to ?? null]
    const after = args.after === null || args.after === undefined ? undefined : placeOf(fromCursor(list, args.after))
    const asked = { from: from ?? undefined, to: to ?? undefined, after }
    const rows: HistoryRow[] = []
    for await (const row of pool.getPoolHistory(owner, asked)) {
      // One more than was asked for tells whether there are more.
      if (rows.push(row) > first) break
    }
    const items = rows
      .slice(0, first)
      .map((node) => ({ cursor: toCursor(list, `${node.day} ${node.contributorId}`), node }))
    return connect({ items, more: rows.length > first }, args)
  }
}

/** @throws Failure VALIDATION_ERROR */
function placeOf(place: string): Pick<HistoryRow, 'day' | 'contributorId'> {
  const [day, contributorId, ...rest] = place.split(' ')
  if (day === undefined || contributorId === undefined || rest.length > 0) throw badCursor()
  return { day, contributorId }
}
