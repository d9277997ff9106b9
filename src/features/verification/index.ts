import type { Eventing } from '../../eventing/eventing.js'
import type { AnyProjection } from '../../eventing/projection.js'
import type { Clock } from '../../kernel/clock.js'
import type { Ledger } from '../../kernel/ports/ledger.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import type { Vault } from '../../kernel/ports/vault.js'
import type { Pool } from '../pool/index.js'
import { createExplainEmail } from './commands/explainEmail.js'
import { createVerifyBatch } from './commands/verifyBatch.js'
import { createVerifyBulkAgent } from './commands/verifyBulkAgent.js'
import { createVerifyEmail } from './commands/verifyEmail.js'
import { createVerifyEmailSignals } from './commands/verifyEmailSignals.js'
import type { Engine } from './engine/engine.js'
import { createGatherFacts } from './gatherFacts.js'
import { createVerifyMany } from './internal/verifyMany.js'
import { createVerifyOne } from './internal/verifyOne.js'
import { createJudge } from './judge.js'
import { createLookUps } from './lookUps.js'
import { createSealNotification } from './notification.js'
import { subscribers } from './projections/subscribers.js'
import { usage } from './projections/usage.js'
import { createGetUsage } from './queries/getUsage.js'
import { createQuota } from './quota.js'
import { createResultOf } from './sharing.js'
import { createSubscribers } from './subscribers.js'
import { createUnchargedLimit } from './uncharged.js'

export { type Call, CallerGone } from './call.js'
export type { ExplainedEmail } from './commands/explainEmail.js'
export { createVerdictEngine, type VerdictEngine } from './engine/create.js'
export { type Engine, isComplete } from './engine/engine.js'
export { REASONS, reasonBySlug } from './engine/policy/reasons.js'
export { judgeV1, type V1Verdict, verdictDomainOf } from './engine/policy/v1.js'
export { judgeV2, type V2Verdict } from './engine/policy/v2.js'
export { canonicalAddress } from './engine/syntax/canonicalAddress.js'
export { parseMailbox } from './engine/syntax/parseMailbox.js'
export { PROBLEM_SENTENCES } from './engine/syntax/problems.js'
export { createTrace, type TraceStep } from './engine/trace.js'
export type { Judge, Judged } from './judge.js'
export { parseNotification, type VerificationNotification } from './notification.js'
export type { Quota } from './quota.js'
export type { V1Result } from './result.js'
export { type SandboxWebhookEvent, sandboxWebhookEvent } from './sandbox/webhookEvents.js'
export { SandboxBatchFailure } from './sandbox.js'
export { type Membership, sharingOf } from './sharing.js'

/** The read model of charged and reserved addresses. */
export const USAGE_MODEL = usage.name
/** The read model of webhook subscriptions; see `subscribersChanged`. */
export const SUBSCRIBERS_MODEL = subscribers.name

export const verificationProjections: readonly AnyProjection[] = [usage, subscribers]

export interface VerificationDependencies {
  readonly eventing: Eventing
  readonly engine: Engine
  readonly pool: Pick<Pool, 'hasEntries' | 'addressOf' | 'lookUp' | 'contribute'>
  readonly ledger: Ledger
  /** Counts uncharged results. */
  readonly limiter: Limiter
  readonly vault: Vault
  readonly clock: Clock
  /** Timeout of a single verification. */
  readonly deadlineMs: number
  /** Timeout of a synchronous batch. */
  readonly batchDeadlineMs: number
  /** Timeout of a synchronous agent request. */
  readonly agentDeadlineMs: number
  /** Aborts when the service stops: synchronous batches then answer immediately with what they have. */
  readonly finishEarly?: AbortSignal
}

/** Verifies one address or many. Every verdict has a reason and is recorded in the log before it is returned. */
export function createVerification(dependencies: VerificationDependencies) {
  const subscriptions = createSubscribers(dependencies)
  const shared = {
    ...dependencies,
    gatherFacts: createGatherFacts(dependencies),
    resultOf: createResultOf(dependencies),
    quota: createQuota(dependencies),
    uncharged: createUnchargedLimit(dependencies),
    lookUps: createLookUps(),
    sealNotification: createSealNotification({ subscribers: subscriptions, vault: dependencies.vault }),
  }
  const verifyOne = createVerifyOne(shared)
  const verifyMany = createVerifyMany(shared)
  return {
    verifyEmail: createVerifyEmail(verifyOne),
    verifyEmailSignals: createVerifyEmailSignals(verifyOne, dependencies),
    explainEmail: createExplainEmail(verifyOne, dependencies),
    verifyBatch: createVerifyBatch(verifyMany, { deadlineMs: dependencies.batchDeadlineMs }),
    verifyBulkAgent: createVerifyBulkAgent(verifyMany, { deadlineMs: dependencies.agentDeadlineMs }),
    judge: createJudge(shared),
    quota: shared.quota,
    getUsage: createGetUsage(dependencies),
    /** To be called when an account's webhooks have changed. */
    subscribersChanged: subscriptions.changed,
  }
}

export type Verification = ReturnType<typeof createVerification>
