import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { ownerOf } from '../accounts/resolvers.js'
import { Account } from '../accounts/types.js'
import { DeliveryConnection } from '../graphql/connections.js'
import type { GraphqlContext } from '../graphql/context.js'
import { PageArgs, toConnection } from '../graphql/page.js'
import { Webhook } from './types.js'

@Resolver(() => Webhook)
export class WebhookResolver {
  @Query(() => [Webhook], {
    nullable: true,
    description: "The account's webhooks, oldest first. Sandbox keys see none.",
  })
  webhooks(@Ctx() { webhooks, caller }: GraphqlContext): Promise<Webhook[]> {
    return webhooks.listWebhooks(caller())
  }

  @FieldResolver(() => DeliveryConnection, {
    nullable: true,
    description: 'Deliveries to the webhook, newest first; kept for 30 days.',
  })
  async deliveries(
    @Root() { id }: Webhook,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<DeliveryConnection> {
    const { first, after } = args
    const { items, more } = await loaders.deliveries.load({ endpoint: id, limit: first, after: after ?? undefined })
    return toConnection({ items: items.map(({ view, cursor }) => ({ cursor, node: view })), more }, args)
  }
}

@Resolver(() => Account)
export class AccountWebhooksResolver {
  @FieldResolver(() => [Webhook], { nullable: true, description: "The account's webhooks, oldest first." })
  webhooks(@Root() account: Account, @Ctx() context: GraphqlContext): Promise<Webhook[]> {
    return context.webhooks.listWebhooks(ownerOf(account, context))
  }
}
