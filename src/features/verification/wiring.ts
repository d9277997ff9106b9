// Puts the verification feature together.
import type { Eventing } from '../../eventing/eventing.js'
import type { AnyProjection } from '../../eventing/projection.js'
import type { Clock } from '../../kernel/clock.js'
import type { Ledger } from '../../kernel/ports/ledger.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import type { Mailboxes } from '../../kernel/ports/mailboxes.js'
import type { Vault } from '../../kernel/ports/vault.js'
import type { KnownBounces } from '../outcomes/index.js'
import type { Pool } from '../pool/index.js'
import type { HashAddress } from './addressHashes.js'
import { createAskMailbox } from './askMailbox.js'
import { createMailboxCheck } from './askServer.js'
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
import { createKeptAddresses } from './keptAddresses.js'
import { createLookUps } from './lookUps.js'
import { createSealNotification } from './notification.js'
import { subscribers } from './projections/subscribers.js'
import { usage } from './projections/usage.js'
import { createGetLimitUse } from './queries/getLimitUse.js'
import { createGetUsage } from './queries/getUsage.js'
import { createQuota } from './quota.js'
import type { RulesOf } from './ruling.js'
import { createResultOf } from './sharing.js'
import { createSubscribers } from './subscribers.js'
import { createUnchargedLimit } from './uncharged.js'

/** The read model of charged and reserved addresses. */
export const USAGE_MODEL = usage.name
/** The read model of webhook subscriptions; see `subscribersChanged`. */
export const SUBSCRIBERS_MODEL = subscribers.name

export const verificationProjections: readonly AnyProjection[] = [usage, subscribers]

export interface VerificationDependencies {
  readonly eventing: Eventing
  readonly engine: Engine
  readonly pool: Pick<Pool, 'hasEntries' | 'addressOf' | 'lookUp' | 'contribute' | 'contributeShared'>
  readonly knownBounces: KnownBounces
  /** See `createHashAddress`. */
  readonly hashAddress: HashAddress
  readonly ledger: Ledger
  /** Counts uncharged results. */
  readonly limiter: Limiter
  readonly vault: Vault
  readonly clock: Clock
  /** Undefined while MAILBOX_CHECKS is off. */
  readonly mailboxes?: Pick<Mailboxes, 'check'> | undefined
  /** The accounts' own rules. */
  readonly rulesOf: RulesOf
  /** Timeout of a single verification. */
  readonly deadlineMs: number
  /** Timeout of a synchronous batch. */
  readonly batchDeadlineMs: number
  /** Timeout of a synchronous agent request. */
  readonly agentDeadlineMs: number
  /** Aborts when the service stops: synchronous batches then answer immediately with what they have. */
  readonly finishEarly?: AbortSignal
}

/** Puts the feature's parts together; `index.ts` says what it offers. */
export function wireVerification(dependencies: VerificationDependencies) {
  const subscriptions = createSubscribers(dependencies)
  const keptAddresses = createKeptAddresses(dependencies)
  const shared = {
    ...dependencies,
    keptAddresses,
    gatherFacts: createGatherFacts(dependencies),
    resultOf: createResultOf(dependencies),
    quota: createQuota(dependencies),
    uncharged: createUnchargedLimit(dependencies),
    lookUps: createLookUps(),
    mailboxCheck: createMailboxCheck(dependencies),
    sealNotification: createSealNotification({ subscribers: subscriptions, vault: dependencies.vault }),
  }
  const verifyOne = createVerifyOne(shared)
  const verifyMany = createVerifyMany(shared)
  const judge = createJudge(shared)
  return {
    verifyEmail: createVerifyEmail(verifyOne),
    verifyEmailSignals: createVerifyEmailSignals(verifyOne, dependencies),
    explainEmail: createExplainEmail(verifyOne, dependencies),
    verifyBatch: createVerifyBatch(verifyMany, { deadlineMs: dependencies.batchDeadlineMs }),
    verifyBulkAgent: createVerifyBulkAgent(verifyMany, { deadlineMs: dependencies.agentDeadlineMs }),
    judge,
    askMailbox: createAskMailbox(judge, shared),
    requireMailboxChecks: shared.mailboxCheck.require,
    quota: shared.quota,
    openAddresses: keptAddresses.open,
    sweepAddresses: keptAddresses.sweepAddresses,
    getUsage: createGetUsage(dependencies),
    getLimitUse: createGetLimitUse(dependencies),
    subscribersChanged: subscriptions.changed,
  }
}
