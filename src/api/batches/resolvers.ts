// GraphQL queries, mutations and subscriptions of batches.
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql'
import type { BatchFilter, BatchView, PastBatches, ResultPage, ResultPageQuery } from '../../features/batches/index.js'
import { invalidCursor } from '../../kernel/cursor.js'
import { Failure } from '../../kernel/failure.js'
import { ownerOf } from '../accounts/resolvers.js'
import { Account } from '../accounts/types.js'
import { camel } from '../graphql/camel.js'
import { cancellable } from '../graphql/cancellable.js'
import type { Connection } from '../graphql/connection.js'
import { BatchConnection, BatchResultConnection } from '../graphql/connections.js'
import type { GraphqlContext } from '../graphql/context.js'
import { decodeListCursor, encodeListCursor } from '../graphql/cursor.js'
import { DateTime } from '../graphql/dateTime.js'
import { PageArgs, pageInput, toConnection, turnFor } from '../graphql/page.js'
import { AS_OF } from '../past.js'
import { CancelBatchInput } from '../verification/inputs.js'
import { VerificationStatus } from '../verification/types.js'
import { batchStatus, CANCELLED_MESSAGES } from './present.js'
import { Batch, BatchCancellation, BatchResult, BatchStatus, ResultKind } from './types.js'

@ArgsType()
class BatchListArgs extends PageArgs {
  @Field(() => BatchStatus, { nullable: true, description: 'Filter by status.' })
  readonly status?: NonNullable<BatchFilter['status']> | null

  @Field(() => DateTime, { nullable: true, description: AS_OF })
  readonly asOf?: Date | null
}

/** A batch and, unless it is of now, the queries of its time, which its results are read by. */
type BatchNode = Batch & { readonly past?: PastBatches }

function batchNode(view: BatchView, { baseUrl }: Pick<GraphqlContext, 'baseUrl'>, past?: PastBatches): BatchNode {
  const { batchId, ...shape } = camel(batchStatus(view, baseUrl))
  return { id: batchId, ...shape, ...(past && { past }) }
}

const pastOf = async (
  asOf: Date | null | undefined,
  { past, caller, call }: GraphqlContext,
): Promise<PastBatches | undefined> => (asOf ? past.batches(caller(), asOf, call().signal) : undefined)

async function listBatches(context: GraphqlContext, args: BatchListArgs): Promise<Connection<Batch>> {
  const caller = context.caller()
  const past = await pastOf(args.asOf, context)
  const batches = past ?? context.batches
  const query = args.status ? { status: args.status } : {}
  const { items, more } = await batches.listBatches(caller, query, pageInput(args))
  const nodes = items.map(({ view, cursor }) => ({ cursor, node: batchNode(view, context, past) }))
  return toConnection({ items: nodes, more, count: () => batches.countBatches(caller, query) }, args)
}

@Resolver(() => Batch)
export class BatchResolver {
  @Query(() => Batch, {
    nullable: true,
    description: 'A batch by ID; null if it does not exist or belongs to another account.',
  })
  async batch(
    @Arg('id', () => ID, { description: 'The `id` of the batch, or the `job_id` of an upload.' }) id: string,
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<Batch | null> {
    const caller = context.caller()
    const past = await pastOf(asOf, context)
    const view = past ? (await past.getBatches(caller, [id]))[0] : await context.loaders.batches.load(id)
    return view ? batchNode(view, context, past) : null
  }

  @Query(() => BatchConnection, { nullable: true, description: "The account's batches, newest first." })
  batches(@Args(() => BatchListArgs) args: BatchListArgs, @Ctx() context: GraphqlContext): Promise<Connection<Batch>> {
    return listBatches(context, args)
  }

  @Mutation(() => BatchCancellation, {
    nullable: true,
    description:
      'Cancels a batch in progress: addresses not yet processed are not charged. Deletes the files and results of one that has completed or failed.',
  })
  async cancelBatch(
    @Arg('input', () => CancelBatchInput, { description: 'Which batch.' }) { id, expect }: CancelBatchInput,
    @Ctx() context: GraphqlContext,
  ): Promise<BatchCancellation> {
    const caller = context.caller()
    const before = await context.batches.getBatch(caller, id)
    const outcome = await context.batches.cancelBatch(caller, id, context.call().actor, { expect: expect ?? undefined })
    const view = outcome === 'deleted' ? before : await context.batches.getBatch(caller, id)
    return { success: true, message: CANCELLED_MESSAGES[outcome], batch: batchNode(view, context) }
  }

  @Subscription(() => Batch, {
    description: 'Emits the current state of the batch and then every change. Completes when the batch ends.',
    subscribe: ({ args, context }) => {
      const { batches, caller } = context as GraphqlContext
      const owner = caller()
      return cancellable((signal) => batches.watchBatch(owner, (args as { id: string }).id, signal))
    },
  })
  batchProgress(
    @Arg('id', () => ID, { description: 'The `id` of the batch, or the `job_id` of an upload.' }) _id: string,
    @Root() view: BatchView,
    @Ctx() context: GraphqlContext,
  ): Batch {
    return batchNode(view, context)
  }
}

@Resolver(() => Account)
export class AccountBatchesResolver {
  @FieldResolver(() => BatchConnection, { nullable: true, description: "The account's batches, newest first." })
  batches(
    @Root() account: Account,
    @Args(() => BatchListArgs) args: BatchListArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<Connection<Batch>> {
    ownerOf(account, context)
    return listBatches(context, args)
  }
}

@ArgsType()
class ResultArgs extends PageArgs {
  @Field(() => VerificationStatus, {
    nullable: true,
    description:
      'Filter by verdict. If few results match, a page may hold fewer than `first` results even when there are more.',
  })
  readonly verdict?: NonNullable<ResultPageQuery['verdict']> | null

  @Field(() => ResultKind, { nullable: true, description: 'Filter by kind, as `only` of the REST download.' })
  readonly only?: NonNullable<ResultPageQuery['only']> | null
}

@Resolver(() => Batch)
export class BatchResultsResolver {
  @FieldResolver(() => BatchResultConnection, {
    nullable: true,
    description: 'Results in input order; available once the batch has ended.',
  })
  async results(
    @Root() { id, past }: BatchNode,
    @Args(() => ResultArgs) args: ResultArgs,
    @Ctx() { loaders, caller }: GraphqlContext,
  ): Promise<Connection<BatchResult>> {
    const { first, after, verdict, only } = args
    const list = ['results', id, verdict ?? null, ...(only ? [only] : [])]
    const question = {
      batchId: id,
      limit: first,
      ...(after !== null && after !== undefined && { after: rowOf(decodeListCursor(list, after)) }),
      ...(verdict && { verdict }),
      ...(only && { only }),
    }
    const { rows, seen, more, total } = past ? await pastResults(past) : await loaders.results.load(question)
    await turnFor(rows)
    const items = rows.map((row) => ({
      cursor: encodeListCursor(list, String(row.index)),
      node: { ...row, batchId: id },
    }))
    const end = seen === undefined ? null : encodeListCursor(list, String(seen))
    return toConnection({ items, more, end, count: () => (verdict || only ? null : total) }, args)

    async function pastResults({ listResults }: PastBatches): Promise<ResultPage> {
      const [page] = await listResults(caller(), [question])
      if (page instanceof Failure) throw page
      return page!
    }
  }
}

@Resolver(() => BatchResult)
export class BatchResultResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The address as submitted; null for an empty cell, and after 30 days, when inputs are deleted.',
  })
  email(@Root() { batchId, index }: BatchResult, @Ctx() { loaders }: GraphqlContext): Promise<string | null> {
    return loaders.inputs.load({ batchId, index })
  }
}

/** @throws Failure VALIDATION_ERROR */
function rowOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw invalidCursor()
  return Number(text)
}
