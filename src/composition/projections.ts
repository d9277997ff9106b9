import { erasures } from '../eventing/erasureIndex.js'
import type { AnyProjection } from '../eventing/projection.js'
import { accountProjections } from '../features/accounts/index.js'
import { auditProjections } from '../features/audit/index.js'
import { backtestProjections } from '../features/backtests/index.js'
import { batchProjections } from '../features/batches/index.js'
import { mailboxProjections } from '../features/mailboxes/index.js'
import { outcomeProjections } from '../features/outcomes/index.js'
import { forgottenAddresses, poolProjections } from '../features/pool/index.js'
import { ruleProjections } from '../features/rules/index.js'
import { verdictProjections } from '../features/verdicts/index.js'
import { verificationProjections } from '../features/verification/index.js'
import { webhookProjections } from '../features/webhooks/index.js'

/** The definitions of all read models. */
export const projections: readonly AnyProjection[] = [
  erasures,
  ...accountProjections,
  ...poolProjections,
  forgottenAddresses,
  ...outcomeProjections,
  ...mailboxProjections,
  ...verificationProjections,
  ...batchProjections,
  ...verdictProjections,
  ...ruleProjections,
  ...backtestProjections,
  ...webhookProjections,
  ...auditProjections,
]
