import 'reflect-metadata'
import type { GraphQLSchema } from 'graphql'
import { buildSchemaSync, type PubSub } from 'type-graphql'
import { AccountResolver } from '../api/accounts/resolvers.js'
import { AuditResolver } from '../api/audit/resolvers.js'
import { BacktestsResolver } from '../api/backtests/resolvers.js'
import {
  AccountBatchesResolver,
  BatchResolver,
  BatchResultResolver,
  BatchResultsResolver,
} from '../api/batches/resolvers.js'
import { OutcomesResolver } from '../api/outcomes/resolvers.js'
import { PoolHistoryResolver, PoolResolver } from '../api/pool/resolvers.js'
import { RulesResolver } from '../api/rules/resolvers.js'
import { VerdictsResolver } from '../api/verdicts/resolvers.js'
import { VerificationResolver } from '../api/verification/resolvers.js'
import {
  AccountWebhooksResolver,
  DeliveryBodyResolver,
  WebhookMutationResolver,
  WebhookResolver,
} from '../api/webhooks/resolvers.js'

/** TypeGraphQL requires a PubSub for subscriptions; ours read the event log and do not use it. */
const noPubSub: PubSub = {
  publish() {},
  subscribe: () => {
    throw new Error('subscriptions read the event log, not a PubSub')
  },
}

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
      DeliveryBodyResolver,
      WebhookMutationResolver,
      PoolResolver,
      PoolHistoryResolver,
      VerdictsResolver,
      OutcomesResolver,
      RulesResolver,
      BacktestsResolver,
      AuditResolver,
    ],
    pubSub: noPubSub,
    validate: false,
    skipCheck: true,
  })
