// GraphQL queries and mutations of webhooks and their deliveries.
import { Arg, Args, Ctx, Extensions, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { invalidAt } from '../../kernel/failure.js'
import { ownerOf } from '../accounts/resolvers.js'
import { Account } from '../accounts/types.js'
import type { Connection } from '../graphql/connection.js'
import { DeliveryConnection } from '../graphql/connections.js'
import type { GraphqlContext } from '../graphql/context.js'
import { DateTime } from '../graphql/dateTime.js'
import { orNull } from '../graphql/orNull.js'
import { PageArgs, toConnection, turnFor } from '../graphql/page.js'
import { AS_OF } from '../past.js'
import {
  CreateWebhookInput,
  DeleteWebhookInput,
  type HeaderInput,
  ReplayDeliveriesInput,
  ResendDeliveryInput,
  RotateWebhookSecretInput,
  TestWebhookInput,
  UpdateWebhookInput,
} from './inputs.js'
import { DELETED_MESSAGE } from './present.js'
import { DeliveriesReplayed, Delivery, Webhook, WebhookDeleted, WebhookTested, WebhookWithSecret } from './types.js'

@Resolver(() => Webhook)
export class WebhookResolver {
  @Query(() => [Webhook], {
    nullable: true,
    description: "The account's webhooks, oldest first. Sandbox keys see none.",
  })
  async webhooks(
    @Arg('asOf', () => DateTime, { nullable: true, description: AS_OF }) asOf: Date | null | undefined,
    @Ctx() { webhooks, past, caller, call }: GraphqlContext,
  ): Promise<Webhook[]> {
    const { listWebhooks } = asOf ? await past.webhooks(caller(), asOf, call().signal) : webhooks
    return listWebhooks(caller())
  }

  @Query(() => Webhook, {
    nullable: true,
    description: 'A webhook by ID; null if it does not exist or belongs to another account.',
  })
  async webhook(
    @Arg('id', () => ID, { description: 'The `id` of a webhook of the account.' }) id: string,
    @Ctx() { webhooks, caller }: GraphqlContext,
  ): Promise<Webhook | null> {
    return orNull(webhooks.getWebhook(caller(), id))
  }

  @FieldResolver(() => DeliveryConnection, {
    nullable: true,
    description: 'Deliveries to the webhook, newest first; kept for 30 days, unless the operator chose otherwise.',
  })
  async deliveries(
    @Root() { id }: Webhook,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders, webhooks, caller }: GraphqlContext,
  ): Promise<Connection<Delivery>> {
    const { first, after } = args
    const { items, more } = await loaders.deliveries.load({ endpoint: id, limit: first, after: after ?? undefined })
    await turnFor(items)
    const edges = items.map(({ view, cursor }) => ({ cursor, node: view }))
    return toConnection({ items: edges, more, count: () => webhooks.countDeliveries(caller(), id) }, args)
  }
}

/**
 * The headers of an input as the contract has them. They do not go through `check`, which renames keys: the command checks them.
 * @throws Failure VALIDATION_ERROR if a name occurs twice
 */
function headerMap(headers: readonly HeaderInput[] | null | undefined) {
  if (!headers) return {}
  if (new Set(headers.map(({ name }) => name)).size < headers.length) {
    throw invalidAt('/headers', '`headers` has a name twice')
  }
  return { headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) }
}

/** Maximum number of characters of a body in a response; bodies may be megabytes. */
const MAX_BODY_LENGTH = 65_536

@Resolver()
export class DeliveryBodyResolver {
  // An operation may request two bodies, and is then heavy.
  @Extensions({ cost: 2_000 })
  @Query(() => String, {
    nullable: true,
    description: `Body of the requests of a delivery: its first ${MAX_BODY_LENGTH} characters, with a renewed download link. Null once it was deleted, after 30 days.`,
  })
  async deliveryBody(
    @Arg('webhookId', () => ID, { description: 'The `id` of a webhook of the account, or `job_<batch>`.' })
    webhookId: string,
    @Arg('deliveryId', () => ID, { description: 'Which of the deliveries of the webhook.' }) deliveryId: string,
    @Ctx() { webhooks, caller }: GraphqlContext,
  ): Promise<string | null> {
    return (await webhooks.getDeliveryBody(caller(), webhookId, deliveryId))?.slice(0, MAX_BODY_LENGTH) ?? null
  }
}

@Resolver(() => Account)
export class AccountWebhooksResolver {
  @FieldResolver(() => [Webhook], { nullable: true, description: "The account's webhooks, oldest first." })
  webhooks(@Root() account: Account, @Ctx() context: GraphqlContext): Promise<Webhook[]> {
    return context.webhooks.listWebhooks(ownerOf(account, context))
  }
}

@Resolver()
export class WebhookMutationResolver {
  @Mutation(() => WebhookWithSecret, { nullable: true, description: 'Creates a webhook and its signing secret.' })
  async createWebhook(
    @Arg('input', () => CreateWebhookInput, { description: 'The URL and the events.' }) input: CreateWebhookInput,
    @Ctx() { webhooks, caller, call, check }: GraphqlContext,
  ): Promise<WebhookWithSecret> {
    const { headers, ...rest } = input
    const body = { ...check('createWebhook', rest), ...headerMap(headers) }
    const created = await webhooks.createWebhook(caller(), body, call().actor)
    return { success: true, ...created }
  }

  @Mutation(() => Webhook, { nullable: true, description: 'Changes a webhook; omitted fields stay unchanged.' })
  updateWebhook(
    @Arg('input', () => UpdateWebhookInput, { description: 'Which webhook, and the changes.' })
    { id, headers, ...changes }: UpdateWebhookInput,
    @Ctx() { webhooks, caller, call, check }: GraphqlContext,
  ): Promise<Webhook> {
    return webhooks.updateWebhook(
      caller(),
      id,
      { ...check('updateWebhook', changes), ...headerMap(headers) },
      call().actor,
    )
  }

  @Mutation(() => WebhookDeleted, {
    nullable: true,
    description: 'Deletes a webhook. Its pending deliveries are abandoned.',
  })
  async deleteWebhook(
    @Arg('input', () => DeleteWebhookInput, { description: 'Which webhook.' }) { id }: DeleteWebhookInput,
    @Ctx() { webhooks, caller, call }: GraphqlContext,
  ): Promise<WebhookDeleted> {
    await webhooks.deleteWebhook(caller(), id, call().actor)
    return { success: true, message: DELETED_MESSAGE }
  }

  @Mutation(() => WebhookWithSecret, {
    nullable: true,
    description: 'Replaces the signing secret. For 24 hours, deliveries are signed with both secrets.',
  })
  async rotateWebhookSecret(
    @Arg('input', () => RotateWebhookSecretInput, { description: 'Which webhook.' }) { id }: RotateWebhookSecretInput,
    @Ctx() { webhooks, caller, call }: GraphqlContext,
  ): Promise<WebhookWithSecret> {
    return { success: true, ...(await webhooks.rotateWebhookSecret(caller(), id, call().actor)) }
  }

  @Mutation(() => WebhookTested, {
    nullable: true,
    description: 'Sends a `webhook.test` event, with one attempt only.',
  })
  async testWebhook(
    @Arg('input', () => TestWebhookInput, { description: 'Which webhook.' }) { id }: TestWebhookInput,
    @Ctx() { webhooks, caller, call }: GraphqlContext,
  ): Promise<WebhookTested> {
    const { deliveryId } = await webhooks.testWebhook(caller(), id, call().actor)
    return { success: true, deliveryId }
  }

  @Mutation(() => DeliveriesReplayed, {
    nullable: true,
    description: 'Sends every failed delivery since a time again, oldest first.',
  })
  async replayDeliveries(
    @Arg('input', () => ReplayDeliveriesInput, { description: 'Which webhook, and since when.' })
    { webhookId, since }: ReplayDeliveriesInput,
    @Ctx() { webhooks, caller, call, check }: GraphqlContext,
  ): Promise<DeliveriesReplayed> {
    const body = check('replayDeliveries', { since })
    return { success: true, ...(await webhooks.replayDeliveries(caller(), webhookId, body, call().actor)) }
  }

  @Mutation(() => Delivery, { nullable: true, description: 'Sends a delivery again, whether or not it has arrived.' })
  resendDelivery(
    @Arg('input', () => ResendDeliveryInput, { description: 'Which delivery of which webhook.' })
    { webhookId, deliveryId }: ResendDeliveryInput,
    @Ctx() { webhooks, caller, call }: GraphqlContext,
  ): Promise<Delivery> {
    return webhooks.resendDelivery(caller(), webhookId, deliveryId, call().actor)
  }
}
