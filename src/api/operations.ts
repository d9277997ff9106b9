import {
  createAccount,
  generateKey,
  getAccount,
  getPricing,
  getUsage,
  listKeys,
  requestConfirmation,
  revokeKey,
  updateAccount,
} from './accounts/rest.js'
import { listAuditEntries } from './audit/rest.js'
import { cancelBacktest, createBacktest, getBacktest, listBacktests } from './backtests/rest.js'
import { cancelBatch, downloadBatch, getBatch, getBatchResults, getBulkJob, uploadBulk } from './batches/rest.js'
import type { OPERATION_ALIASES } from './contract/aliases.js'
import type { OperationId } from './contract/types.js'
import type { OpenOperation, Operation, PublicOperation } from './operation.js'
import { getOutcomeQuality, recordOutcomes, recordSenderEvents } from './outcomes/rest.js'
import {
  getPoolActivity,
  getPoolContributions,
  getPoolHistory,
  getPoolLeaderboard,
  getPoolLevels,
  getPoolRank,
  getPoolStats,
} from './pool/rest.js'
import {
  activateRules,
  compareRules,
  getList,
  getRules,
  getRulesVersion,
  listRulesVersions,
  putList,
  putRulesDraft,
  rollbackRules,
} from './rules/rest.js'
import { getDiagnosticModules, getHealth, getLiveness, getOpenapi, getReadiness } from './system/rest.js'
import { exportVerifications, getVerdicts, listDecisions, searchDecisions } from './verdicts/rest.js'
import { getReason, listReasons } from './verification/reasons.js'
import { checkEmail, verifyBatch, verifyBulkAgent, verifyEmail, verifyEmailSignals } from './verification/rest.js'
import {
  createWebhook,
  deleteWebhook,
  getSigningSecret,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replayDeliveries,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhooks/rest.js'

/** Every operation of the contract by its operationId, busiest first: routes are matched in this order. */
export const restOperations: {
  readonly [Op in Exclude<OperationId, keyof typeof OPERATION_ALIASES>]:
    | Operation<Op>
    | OpenOperation<Op>
    | PublicOperation<Op>
} = {
  verifyEmail,
  verifyEmailSignals,
  checkEmail,
  verifyBatch,
  verifyBulkAgent,
  uploadBulk,
  getBatch,
  getBatchResults,
  downloadBatch,
  cancelBatch,
  getBulkJob,
  createAccount,
  getAccount,
  updateAccount,
  generateKey,
  requestConfirmation,
  listKeys,
  revokeKey,
  createWebhook,
  listWebhooks,
  getSigningSecret,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  resendDelivery,
  replayDeliveries,
  listAuditEntries,
  getUsage,
  getVerdicts,
  listDecisions,
  exportVerifications,
  searchDecisions,
  recordOutcomes,
  recordSenderEvents,
  getOutcomeQuality,
  getRules,
  putRulesDraft,
  activateRules,
  rollbackRules,
  listRulesVersions,
  getRulesVersion,
  compareRules,
  createBacktest,
  listBacktests,
  getBacktest,
  cancelBacktest,
  getList,
  putList,
  getPoolStats,
  getPoolLeaderboard,
  getPoolActivity,
  getPoolContributions,
  getPoolRank,
  getPoolLevels,
  getPoolHistory,
  getPricing,
  getHealth,
  getLiveness,
  getReadiness,
  getOpenapi,
  getDiagnosticModules,
  listReasons,
  getReason,
}
