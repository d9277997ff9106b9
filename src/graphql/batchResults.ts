import { Args, ArgsType, Ctx, Field, FieldResolver, Resolver, Root } from 'type-graphql'
import type { ResultQuestion } from '../features/batches/index.js'
import type { GraphqlContext } from './context.js'
import { badCursor, fromCursor, toCursor } from './cursor.js'
import { connect, PageArgs } from './page.js'
import { Batch } from './types/batch.js'
import { BatchResult } from './types/batchResult.js'
import { BatchResultConnection } from './types/connections.js'
import { VerificationStatus } from './types/verification.js'

@ArgsType()
class ResultArgs extends PageArgs {
  @Field(() => VerificationStatus, {
    nullable: true,
    description: 'Only results of this verdict. A page of rare ones may be short although more follow.',
  })
  readonly verdict?: NonNullable<ResultQuestion['verdict']> | null
}

@Resolver(() => Batch)
export class BatchResultsResolver {
  @FieldResolver(() => BatchResultConnection, {
    nullable: true,
    description: 'Its results in the order of the input, once it has completed or was cancelled.',
  })
  async results(@Root() { id }: Batch, @Args(() => ResultArgs) args: ResultArgs, @Ctx() { loaders }: GraphqlContext) {
    const { first, after, verdict } = args
    const list = ['results', id, verdict ?? null]
    const { rows, seen, more, total } = await loaders.results.load({
      batchId: id,
      limit: first,
      ...(after !== null && after !== undefined && { after: rowOf(fromCursor(list, after)) }),
      ...(verdict && { verdict }),
    })
    const items = rows.map((row) => ({ cursor: toCursor(list, String(row.index)), node: { ...row, batchId: id } }))
    const end = seen === undefined ? null : toCursor(list, String(seen))
    return { ...connect({ items, more, end }, args), totalCount: verdict ? null : total }
  }
}

@Resolver(() => BatchResult)
export class BatchResultResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The address as it was given; null where a cell was empty, and once inputs are deleted, after 30 days.',
  })
  email(@Root() { batchId, index }: BatchResult, @Ctx() { loaders }: GraphqlContext) {
    return loaders.inputs.load({ batchId, index })
  }
}

/** @throws Failure VALIDATION_ERROR */
function rowOf(place: string): number {
  if (!/^\d{1,9}$/.test(place)) throw badCursor()
  return Number(place)
}
