/**
 * Verifies one address or many. Every verdict has a reason and is recorded in the log before it is returned. Other
 * rooms see what is declared here; each operation's type leads to its code.
 */
import type { AskMailbox } from './askMailbox.js'
import type { ExplainEmail } from './commands/explainEmail.js'
import type { VerifyBatch } from './commands/verifyBatch.js'
import type { VerifyBulkAgent } from './commands/verifyBulkAgent.js'
import type { VerifyEmail } from './commands/verifyEmail.js'
import type { VerifyEmailSignals } from './commands/verifyEmailSignals.js'
import type { Judge } from './judge.js'
import type { KeptAddresses } from './keptAddresses.js'
import type { GetLimitUse } from './queries/getLimitUse.js'
import type { GetUsage } from './queries/getUsage.js'
import type { Quota } from './quota.js'
import { type VerificationDependencies, wireVerification } from './wiring.js'

/**
 * What the feature offers. Any caller may verify, at the expense of its own account's monthly quota; a sandbox key gets
 * simulated results, which cost and record nothing. No command is idempotent: each call is verified and charged anew,
 * and retries are recognised before it, by `Idempotency-Key`. `getUsage` counts a result as soon as it is returned.
 *
 * Every verification rejects with RateLimited when the quota or the day's uncharged results are used up, with
 * CallerGone when the caller has disconnected, uncharged, and with StoreUnavailable while the stores do not answer.
 */
export interface Verification {
  /** @throws Failure UPSTREAM_TIMEOUT, uncharged, when the timeout expires */
  readonly verifyEmail: VerifyEmail
  /** Never times out: what DNS has not answered by then is unknown. */
  readonly verifyEmailSignals: VerifyEmailSignals
  /** For the front page. Charged as `verifyEmail`; never times out. */
  readonly explainEmail: ExplainEmail
  /** The quota is taken for all addresses or for none. Never times out. */
  readonly verifyBatch: VerifyBatch
  /** The quota is taken for all addresses or for none. Never times out. */
  readonly verifyBulkAgent: VerifyBulkAgent

  /** For batches, which record and charge what it returns. */
  readonly judge: Judge
  /** For batches, which ask after they have been completed. Not charged. */
  readonly askMailbox: AskMailbox
  /** For batches. @throws Failure VALIDATION_ERROR if this installation asks no mail server */
  requireMailboxChecks(): void
  /** For batches, which reserve addresses before they are verified. */
  readonly quota: Quota

  /** Any caller; zeros for a sandbox key. Includes every result returned before. */
  readonly getUsage: GetUsage
  /** For mail to the owner. */
  readonly getLimitUse: GetLimitUse

  /** For other features. */
  readonly openAddresses: KeptAddresses['open']
  /** Job. */
  readonly sweepAddresses: KeptAddresses['sweepAddresses']

  /** To be called when an account's webhooks have changed; other processes notice within a second. */
  subscribersChanged(account: string): void
}

export const createVerification: (dependencies: VerificationDependencies) => Verification = wireVerification

export { createHashAddress, type HashAddress, hasherOf } from './addressHashes.js'
export type { AskMailbox } from './askMailbox.js'
export { createMailboxCheck } from './askServer.js'
export { usageAsOf } from './asOf.js'
export { type Call, CallerGone } from './call.js'
export type { ExplainedEmail } from './commands/explainEmail.js'
export {
  codeAt,
  domainless,
  encodeCodes,
  type Judgement,
  judgementCode,
  keyEnd,
  keyOf,
  listsOf,
  listsVersion,
  parseJudgement,
  parseRuling,
  rulingAt,
  rulingCode,
  STATUS_LETTERS,
  statusOf,
  suggestionsOf,
  V1_REASON_LETTERS,
  v1ReasonOf,
} from './encoding.js'
export { createVerdictEngine, type VerdictEngine } from './engine/create.js'
export { isComplete } from './engine/engine.js'
export { type MailboxFacts, PATTERNS, withFacts } from './engine/facts.js'
export { isDelegated } from './engine/lists/endings.js'
export type { Lists } from './engine/lists/lists.js'
export { loadLists } from './engine/lists/loadLists.js'
export { normalizeAddress, normalizedOf } from './engine/normalize.js'
export { type Decision, V2_REASONS, type V2Reason } from './engine/policy/reasonCodes.js'
export { REASONS, reasonBySlug } from './engine/policy/reasons.js'
export { judgeV1, type V1Verdict, verdictDomainOf } from './engine/policy/v1.js'
export { type DefaultDecision, isDoubtful, judgeV2 } from './engine/policy/v2.js'
export { correctedAddress } from './engine/suggestion.js'
export { canonicalAddress } from './engine/syntax/canonicalAddress.js'
export { parseDomain } from './engine/syntax/domain.js'
export { parseMailbox } from './engine/syntax/parseMailbox.js'
export { problemSentence, reasonSentence } from './engine/syntax/problems.js'
export { createTrace, type TraceStep } from './engine/trace.js'
export type { Judge } from './judge.js'
export type { JudgedFacts } from './judgeGathered.js'
export type { KeptAddresses } from './keptAddresses.js'
export type { LimitUse } from './limitNotices.js'
export { createListFollower, type ListsInUse } from './lists/follower.js'
export { createOperatorFile } from './lists/operator/operatorFile.js'
export { providerNames } from './lists/providerNames.js'
export { describeLists, type ListsStatus } from './lists/status.js'
export { createListStore, type ListStore, listCollections } from './lists/store.js'
export { isUrl } from './lists/update/collect.js'
export { NPM_REGISTRY } from './lists/update/registry.js'
export { createUpdateJob, UPDATE_LISTS } from './lists/updateJob.js'
export { createListUpdates, type UpdateOutcome } from './lists/updates.js'
export { parseNotification, type VerificationNotification } from './notification.js'
export { type AccountUse, createListUse, type ListUse } from './queries/listUse.js'
export type { Quota } from './quota.js'
export type { V1Result } from './result.js'
export type {
  RuledAddress,
  RuledVerdict,
  Ruler,
  RulesInForce,
  RulesOf,
  Ruling,
  RulingView,
} from './ruling.js'
export { type SandboxWebhookEvent, sandboxWebhookEvent } from './sandbox/webhookEvents.js'
export { SandboxBatchFailure, sandboxContribution } from './sandbox.js'
export { type Membership, sharingOf } from './sharing.js'
export { SUBSCRIBERS_MODEL, USAGE_MODEL, type VerificationDependencies, verificationProjections } from './wiring.js'
