import type { SAME_AS } from '../aliases.js'
import type { OperationId } from '../contract/types.js'
import type { Operation, PublicOperation } from '../operation.js'
import { createAccount } from './createAccount.js'
import { generateKey } from './generateKey.js'
import { getAccount } from './getAccount.js'
import { getDiagnosticModules } from './getDiagnosticModules.js'
import { getHealth } from './getHealth.js'
import { getLiveness } from './getLiveness.js'
import { getOpenapi } from './getOpenapi.js'
import { getPricing } from './getPricing.js'
import { getReadiness } from './getReadiness.js'
import { getReason } from './getReason.js'
import { getUsage } from './getUsage.js'
import { listKeys } from './listKeys.js'
import { listReasons } from './listReasons.js'
import { revokeKey } from './revokeKey.js'
import { verifyBatch } from './verifyBatch.js'
import { verifyEmail } from './verifyEmail.js'
import { verifyEmailSignals } from './verifyEmailSignals.js'

/** Every operation of the contract by its operationId. The busiest stand first: that is the order of the routes. */
export const operations: {
  readonly [Op in Exclude<OperationId, keyof typeof SAME_AS>]: Operation<Op> | PublicOperation<Op>
} = {
  verifyEmail,
  verifyEmailSignals,
  verifyBatch,
  createAccount,
  getAccount,
  generateKey,
  listKeys,
  revokeKey,
  getUsage,
  getPricing,
  getHealth,
  getLiveness,
  getReadiness,
  getOpenapi,
  getDiagnosticModules,
  listReasons,
  getReason,
}
