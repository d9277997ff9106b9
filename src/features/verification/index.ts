import type { Eventing } from '../../eventing/eventing.js'
import type { AnyProjection } from '../../eventing/projection.js'
import type { Clock } from '../../kernel/clock.js'
import type { Ledger } from '../../kernel/ports/ledger.js'
import { createVerifyBatch } from './commands/verifyBatch.js'
import { createVerifyEmail } from './commands/verifyEmail.js'
import { createVerifyEmailSignals } from './commands/verifyEmailSignals.js'
import { createVerifyOne } from './commands/verifyOne.js'
import type { Engine } from './engine/engine.js'
import { usage } from './projections/usage.js'
import { createGetUsage } from './queries/getUsage.js'
import { createQuota } from './quota.js'

export { type Call, CallerGone } from './call.js'
export type { V1Result } from './commands/verifyEmail.js'
export { createVerdictEngine } from './engine/create.js'
export { type Engine, isComplete } from './engine/engine.js'
export type { Facts } from './engine/facts.js'
export { REASONS, reasonBySlug } from './engine/policy/reasons.js'
export { judgeV1, type V1Verdict } from './engine/policy/v1.js'
export { judgeV2, type V2Verdict } from './engine/policy/v2.js'
export { parseMailbox } from './engine/syntax/parseMailbox.js'
export { PROBLEM_SENTENCES } from './engine/syntax/problems.js'
export { sharingOf } from './sharing.js'

export const verificationProjections: readonly AnyProjection[] = [usage]

export interface VerificationDependencies {
  readonly eventing: Eventing
  readonly engine: Engine
  readonly ledger: Ledger
  readonly clock: Clock
  /** For one address. */
  readonly deadlineMs: number
  /** For a synchronous batch. */
  readonly batchDeadlineMs: number
}

/** Verdicts: one address or many, each with its reason, each in the log before it is answered. */
export function createVerification(dependencies: VerificationDependencies) {
  const shared = { ...dependencies, quota: createQuota(dependencies) }
  const verifyOne = createVerifyOne(shared)
  return {
    verifyEmail: createVerifyEmail(verifyOne),
    verifyEmailSignals: createVerifyEmailSignals(verifyOne, dependencies),
    verifyBatch: createVerifyBatch({ ...shared, deadlineMs: dependencies.batchDeadlineMs }),
    getUsage: createGetUsage(dependencies),
  }
}

export type Verification = ReturnType<typeof createVerification>
