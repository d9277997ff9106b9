/**
 * Outcomes: what became of addresses, as their account reports it. They say how good decisions were, and which addresses are known to
 * bounce. Other rooms see what is declared here; each operation's type leads to its code.
 */
import type { RecordOutcomes } from './commands/recordOutcomes.js'
import type { RecordSenderEvents } from './commands/recordSenderEvents.js'
import type { KnownBounces } from './knownBounces.js'
import type { GetLabels } from './queries/getLabels.js'
import type { GetOutcomeQuality } from './queries/getOutcomeQuality.js'
import { type OutcomesDependencies, wireOutcomes } from './wiring.js'

/**
 * What the feature offers. Any caller acts on its own account. What an account reports is its own: no other account, and no pool, learns
 * it. Any operation rejects with StoreUnavailable while the stores do not answer.
 */
export interface Outcomes {
  /**
   * Idempotent by what is reported. When it returns, verifications and queries see it; a first outcome, other processes within a
   * second. @throws Failure VALIDATION_ERROR, SERVICE_UNAVAILABLE; RateLimited when the account's day is used up
   */
  readonly recordOutcomes: RecordOutcomes
  /** The same for events of the service that sends the account's mail. @throws Failure SERVICE_UNAVAILABLE; RateLimited */
  readonly recordSenderEvents: RecordSenderEvents
  /** @throws Failure VALIDATION_ERROR when months are reversed, in the future or too many */
  readonly getOutcomeQuality: GetOutcomeQuality
  /** For backtests. */
  readonly getLabels: GetLabels
  /** For verification. */
  readonly knownBounces: KnownBounces
}

export const createOutcomes: (dependencies: OutcomesDependencies) => Outcomes = wireOutcomes

export { outcomesAsOf } from './asOf.js'
export { type CountSenderEvents, SENDER_RESULTS } from './commands/recordSenderEvents.js'
export { type OutcomeRow, outcomeColumns } from './internal/outcomeRow.js'
export type { OutcomeInput } from './internal/parseOutcomes.js'
export type { QualityView } from './internal/quality.js'
export type { KnownBounces } from './knownBounces.js'
export { createExportOutcomes } from './queries/exportOutcomes.js'
export type { OutcomeQualityView } from './queries/getOutcomeQuality.js'
export { SENDERS } from './senders/senders.js'
export { outcomeProjections } from './wiring.js'
