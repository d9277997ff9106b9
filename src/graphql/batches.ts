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
import type { BatchQuestion, BatchView } from '../features/batches/index.js'
import { CANCELLED_MESSAGES } from '../http/operations/cancelBatch.js'
import { batchStatus } from '../http/shapes/batch.js'
import { ownerOf } from './accounts.js'
import { camel } from './camel.js'
import { cancellable } from './cancellable.js'
import type { GraphqlContext } from './context.js'
import { CancelBatchInput } from './inputs/verification.js'
import { connect, PageArgs, pageOf } from './page.js'
import { Account } from './types/account.js'
import { Batch, BatchCancelled, BatchStatus } from './types/batch.js'
import { BatchConnection } from './types/connections.js'

@ArgsType()
class BatchListArgs extends PageArgs {
  @Field(() => BatchStatus, { nullable: true, description: 'Only batches that stand so.' })
  readonly status?: NonNullable<BatchQuestion['status']> | null
}

function batchNode(view: BatchView, { baseUrl }: Pick<GraphqlContext, 'baseUrl'>) {
  const { batchId, ...shape } = camel(batchStatus(view, baseUrl))
  return { id: batchId, ...shape }
}

async function listBatches(context: GraphqlContext, args: BatchListArgs) {
  const { batches } = context
  const caller = context.caller()
  const question = args.status ? { status: args.status } : {}
  const { items, more } = await batches.listBatches(caller, question, pageOf(args))
  const nodes = items.map(({ view, cursor }) => ({ cursor, node: batchNode(view, context) }))
  return { ...connect({ items: nodes, more }, args), count: () => batches.countBatches(caller, question) }
}

@Resolver(() => Batch)
export class BatchResolver {
  @Query(() => Batch, { nullable: true, description: "A batch; null when there is none, or it is another account's." })
  async batch(@Arg('id', () => ID, { description: 'Its identifier.' }) id: string, @Ctx() context: GraphqlContext) {
    context.caller()
    const view = await context.loaders.batches.load(id)
    return view ? batchNode(view, context) : null
  }

  @Query(() => BatchConnection, { nullable: true, description: "The account's batches, newest first." })
  batches(@Args(() => BatchListArgs) args: BatchListArgs, @Ctx() context: GraphqlContext) {
    return listBatches(context, args)
  }

  @Mutation(() => BatchCancelled, {
    nullable: true,
    description: 'Cancels a batch that has not ended; what is not done is not charged.',
  })
  async cancelBatch(
    @Arg('input', () => CancelBatchInput, { description: 'Which batch.' }) { id }: CancelBatchInput,
    @Ctx() context: GraphqlContext,
  ) {
    const caller = context.caller()
    const outcome = await context.batches.cancelBatch(caller, id, context.call().actor)
    const view = await context.batches.getBatch(caller, id)
    return { success: true, message: CANCELLED_MESSAGES[outcome], batch: batchNode(view, context) }
  }

  @Subscription(() => Batch, {
    description: 'A batch as it stands now, and again after each change; ends when the batch has ended.',
    subscribe: ({ args, context }) => {
      const { batches, caller } = context as GraphqlContext
      const owner = caller()
      return cancellable((signal) => batches.watchBatch(owner, (args as { id: string }).id, signal))
    },
  })
  batchProgress(
    @Arg('id', () => ID, { description: 'Its identifier.' }) _id: string,
    @Root() view: BatchView,
    @Ctx() context: GraphqlContext,
  ) {
    return batchNode(view, context)
  }
}

@Resolver(() => Account)
export class AccountBatchesResolver {
  @FieldResolver(() => BatchConnection, { nullable: true, description: 'Its batches, newest first.' })
  batches(@Root() account: Account, @Args(() => BatchListArgs) args: BatchListArgs, @Ctx() context: GraphqlContext) {
    ownerOf(account, context)
    return listBatches(context, args)
  }
}
