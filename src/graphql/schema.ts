import 'reflect-metadata'
import type { GraphQLSchema } from 'graphql'
import { buildSchemaSync, type PubSub } from 'type-graphql'
import { AccountResolver } from './accounts.js'
import { AccountBatchesResolver, BatchResolver } from './batches.js'
import { BatchResultResolver, BatchResultsResolver } from './batchResults.js'
import { PoolResolver } from './pool.js'
import { PoolHistoryResolver } from './poolHistory.js'
import { VerificationResolver } from './verification.js'
import { AccountWebhooksResolver, WebhookResolver } from './webhooks.js'

/** TypeGraphQL asks for one wherever there are subscriptions; ours follow the log, which needs none. */
const noPubSub: PubSub = {
  publish() {},
  subscribe: () => {
    throw new Error('subscriptions follow the log')
  },
}

/** The whole schema. */
export const createSchema = (): GraphQLSchema =>
  buildSchemaSync({
    resolvers: [
      AccountResolver,
      AccountBatchesResolver,
      AccountWebhooksResolver,
      VerificationResolver,
      BatchResolver,
      BatchResultsResolver,
      BatchResultResolver,
      WebhookResolver,
      PoolResolver,
      PoolHistoryResolver,
    ],
    pubSub: noPubSub,
    validate: false,
    skipCheck: true,
  })
