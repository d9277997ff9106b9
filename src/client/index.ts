import { createHelpers } from './helpers.js'
import { callOperation, type OperationId } from './operation.js'
import { OPERATIONS } from './operations.generated.js'
import type { Operations } from './operationTypes.js'
import type { CallOptions, ClientOptions } from './options.js'
import { createSendRequest } from './request.js'

export type * from './contract.generated.js'
export {
  type ClientErrorCode,
  type ErrorDetails,
  type ErrorFacts,
  MailproofError,
  type ServiceErrorCode,
} from './errors.js'
export type { WaitOptions } from './helpers.js'
export type { FileContent } from './multipart.js'
export type { AgentFullResult, BatchAccepted, InputOf, Operations, OutputOf } from './operationTypes.js'
export type { CallOptions, ClientOptions } from './options.js'
export {
  type BulkCompleted,
  type UsageLimitReached,
  type UsageThresholdReached,
  type VerificationCompleted,
  type VerifyOptions,
  verifyWebhook,
  type WebhookDisabledNotice,
  type WebhookPayload,
  type WebhookRecoveredNotice,
  type WebhookRequest,
  type WebhookTest,
} from './webhooks.js'

export type Mailproof = Operations & ReturnType<typeof createHelpers>

/** A client of a mailproof service: every operation by its operationId, and helpers for batches, webhooks and the pool. */
export function createClient(options: ClientOptions): Mailproof {
  const send = createSendRequest(options)
  const operations = Object.fromEntries(
    (Object.keys(OPERATIONS) as OperationId[]).map((id) => [
      id,
      (input?: Readonly<Record<string, unknown>>, callOptions?: CallOptions) =>
        callOperation(send, id, input, callOptions),
    ]),
  ) as unknown as Operations
  return { ...operations, ...createHelpers(operations, send) }
}
