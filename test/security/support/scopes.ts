// What each scope is for, written by hand: the contract and the schema must agree.
import type { Scope } from '../../../src/features/accounts/index.js'
import type { OperationName } from '../../../testbed/contract/operations.js'

/** The operations of each scope. */
export const OPERATIONS_OF: { readonly [scope in Scope]: readonly OperationName[] } = {
  verify: ['verifyEmail', 'verifyEmailSignals', 'checkEmail'],
  bulk: [
    'verifyBatch',
    'verifyBulk',
    'verifyBulkAgent',
    'uploadBulk',
    'getBulkJob',
    'getBatch',
    'cancelBatch',
    'getBatchResults',
    'downloadBatch',
  ],
  read: [
    'getAccount',
    'getUsage',
    'getVerdicts',
    'listDecisions',
    'exportVerifications',
    'searchDecisions',
    'getOutcomeQuality',
    'getPoolContributions',
    'getPoolRank',
    'getPoolLevels',
    'getPoolHistory',
    'getDiagnosticModules',
  ],
  webhooks: [
    'createWebhook',
    'listWebhooks',
    'getSigningSecret',
    'getWebhook',
    'updateWebhook',
    'deleteWebhook',
    'rotateWebhookSecret',
    'testWebhook',
    'listDeliveries',
    'resendDelivery',
  ],
  rules: [
    'recordOutcomes',
    'getRules',
    'putRulesDraft',
    'activateRules',
    'rollbackRules',
    'listRulesVersions',
    'getRulesVersion',
    'compareRules',
    'getList',
    'putList',
  ],
  admin: ['generateKey', 'listKeys', 'revokeKey', 'listAuditEntries'],
}

/** The GraphQL fields of each scope: root fields, and others that show more than the field above them. */
export const FIELDS_OF: { readonly [scope in Scope]: readonly string[] } = {
  verify: ['Mutation.verifyEmail', 'Mutation.verifyEmailSignals'],
  bulk: [
    'Query.batch',
    'Query.batches',
    'Mutation.verifyBatch',
    'Mutation.submitBatch',
    'Mutation.cancelBatch',
    'Subscription.batchProgress',
    'Account.batches',
  ],
  read: [
    'Query.me',
    'Query.usage',
    'Query.verdicts',
    'Query.decisions',
    'Query.outcomeQuality',
    'Query.poolContributions',
    'Query.poolRank',
    'Query.poolLevels',
    'Query.poolHistory',
  ],
  webhooks: [
    'Query.webhooks',
    'Query.deliveryBody',
    'Mutation.createWebhook',
    'Mutation.updateWebhook',
    'Mutation.deleteWebhook',
    'Mutation.rotateWebhookSecret',
    'Mutation.testWebhook',
    'Mutation.resendDelivery',
    'Account.webhooks',
  ],
  rules: [
    'Mutation.recordOutcomes',
    'Query.rules',
    'Query.rulesVersion',
    'Query.rulesVersions',
    'Query.rulesComparison',
    'Query.list',
    'Mutation.putRulesDraft',
    'Mutation.activateRules',
    'Mutation.rollbackRules',
    'Mutation.putList',
  ],
  admin: ['Mutation.generateKey', 'Mutation.revokeKey', 'Account.keys', 'Query.audit'],
}

/** Root fields that need no key. */
export const PUBLIC_FIELDS: readonly string[] = [
  'Query.pricing',
  'Query.poolStats',
  'Query.poolDays',
  'Query.poolLeaderboard',
  'Query.poolActivity',
  'Mutation.createAccount',
  'Subscription.poolActivity',
]
