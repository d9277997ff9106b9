// GraphQL queries, mutations and subscriptions of backtests.
import { Arg, Args, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import type { BacktestView } from '../../features/backtests/index.js'
import { camel } from '../graphql/camel.js'
import { cancellable } from '../graphql/cancellable.js'
import type { Connection } from '../graphql/connection.js'
import { BacktestConnection } from '../graphql/connections.js'
import type { GraphqlContext } from '../graphql/context.js'
import { orNull } from '../graphql/orNull.js'
import { PageArgs, toConnection } from '../graphql/page.js'
import { backtestInput } from './input.js'
import { CancelBacktestInput, CreateBacktestInput } from './inputs.js'
import { backtestBody, summaryBody } from './present.js'
import { Backtest, type BacktestSummary } from './types.js'

@Resolver()
export class BacktestsResolver {
  @Query(() => Backtest, {
    nullable: true,
    description: 'A backtest by ID; null if it does not exist or belongs to another account.',
  })
  async backtest(
    @Arg('id', () => ID, { description: 'As returned by `createBacktest` or listed by `backtests`.' }) id: string,
    @Ctx() { backtests, caller }: GraphqlContext,
  ): Promise<Backtest | null> {
    const found = await orNull(backtests.getBacktest(caller(), id))
    return found && camel(backtestBody(found))
  }

  @Query(() => BacktestConnection, { nullable: true, description: "The account's backtests, newest first." })
  async backtests(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { backtests, caller }: GraphqlContext,
  ): Promise<Connection<BacktestSummary>> {
    const owner = caller()
    const page = await backtests.listBacktests(owner, { limit: args.first, cursor: args.after ?? undefined })
    const items = page.backtests.map((view, index) => ({
      cursor: page.cursors[index]!,
      node: camel(summaryBody(view)),
    }))
    const count = () => backtests.countBacktests(owner)
    return toConnection({ items, more: page.nextCursor !== null, count }, args)
  }

  @Mutation(() => Backtest, {
    nullable: true,
    description: "Begins to find out how rules would have decided the account's verifications of a period.",
  })
  async createBacktest(
    @Arg('input', () => CreateBacktestInput, { description: 'Which rules, and which period.' })
    input: CreateBacktestInput,
    @Ctx() { backtests, caller, call, check }: GraphqlContext,
  ): Promise<Backtest> {
    const body = check('createBacktest', input)
    return camel(backtestBody(await backtests.createBacktest(caller(), backtestInput(body), call().actor)))
  }

  @Mutation(() => Backtest, { nullable: true, description: 'Ends a backtest, with what has been counted so far.' })
  async cancelBacktest(
    @Arg('input', () => CancelBacktestInput, { description: 'Which one.' }) { id }: CancelBacktestInput,
    @Ctx() { backtests, caller, call }: GraphqlContext,
  ): Promise<Backtest> {
    return camel(backtestBody(await backtests.cancelBacktest(caller(), id, call().actor)))
  }

  @Subscription(() => Backtest, {
    description: 'Emits the current state of the backtest and then every change. Completes when the backtest ends.',
    subscribe: ({ args, context }) => {
      const { backtests, caller } = context as GraphqlContext
      const owner = caller()
      return cancellable((signal) => backtests.watchBacktest(owner, (args as { id: string }).id, signal))
    },
  })
  backtestProgress(
    @Arg('id', () => ID, { description: 'As returned by `createBacktest` or listed by `backtests`.' }) _id: string,
    @Root() view: BacktestView,
  ): Backtest {
    return camel(backtestBody(view))
  }
}
