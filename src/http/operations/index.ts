import type { SAME_AS } from '../aliases.js'
import type { OperationId } from '../contract/types.js'
import type { OpenOperation, Operation, PublicOperation } from '../operation.js'
import { cancelBatch } from './cancelBatch.js'
import { createAccount } from './createAccount.js'
import { createWebhook } from './createWebhook.js'
import { deleteWebhook } from './deleteWebhook.js'
import { downloadBatch } from './downloadBatch.js'
import { generateKey } from './generateKey.js'
import { getAccount } from './getAccount.js'
import { getBatch } from './getBatch.js'
import { getBatchResults } from './getBatchResults.js'
import { getBulkJob } from './getBulkJob.js'
import { getDiagnosticModules } from './getDiagnosticModules.js'
import { getHealth } from './getHealth.js'
import { getLiveness } from './getLiveness.js'
import { getOpenapi } from './getOpenapi.js'
import { getPoolActivity } from './getPoolActivity.js'
import { getPoolContributions } from './getPoolContributions.js'
import { getPoolHistory } from './getPoolHistory.js'
import { getPoolLeaderboard } from './getPoolLeaderboard.js'
import { getPoolLevels } from './getPoolLevels.js'
import { getPoolRank } from './getPoolRank.js'
import { getPoolStats } from './getPoolStats.js'
import { getPricing } from './getPricing.js'
import { getReadiness } from './getReadiness.js'
import { getReason } from './getReason.js'
import { getSigningSecret } from './getSigningSecret.js'
import { getUsage } from './getUsage.js'
import { getWebhook } from './getWebhook.js'
import { listDeliveries } from './listDeliveries.js'
import { listKeys } from './listKeys.js'
import { listReasons } from './listReasons.js'
import { listWebhooks } from './listWebhooks.js'
import { resendDelivery } from './resendDelivery.js'
import { revokeKey } from './revokeKey.js'
import { rotateWebhookSecret } from './rotateWebhookSecret.js'
import { testWebhook } from './testWebhook.js'
import { updateWebhook } from './updateWebhook.js'
import { uploadBulk } from './uploadBulk.js'
import { verifyBatch } from './verifyBatch.js'
import { verifyBulkAgent } from './verifyBulkAgent.js'
import { verifyEmail } from './verifyEmail.js'
import { verifyEmailSignals } from './verifyEmailSignals.js'

/** Every operation of the contract by its operationId. The busiest stand first: that is the order of the routes. */
export const operations: {
  readonly [Op in Exclude<OperationId, keyof typeof SAME_AS>]: Operation<Op> | OpenOperation<Op> | PublicOperation<Op>
} = {
  verifyEmail,
  verifyEmailSignals,
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
  generateKey,
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
  getUsage,
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
