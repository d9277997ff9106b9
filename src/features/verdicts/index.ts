/** Answers what an account was answered: how many verdicts of which kind, and which. */
import type { ReadVerified } from './internal/verifiedEvents.js'
import type { GetVerdicts } from './queries/getVerdicts.js'
import type { CountDecisions, ListDecisions } from './queries/listDecisions.js'
import type { StreamVerifications } from './queries/streamVerifications.js'
import { type VerdictsDependencies, wireVerdicts } from './wiring.js'

/** What the feature offers. Any caller may ask, about its own account; a sandbox key sees no verdicts. */
export interface Verdicts {
  /** @throws Failure VALIDATION_ERROR when a period is reversed, in the future or too long */
  readonly getVerdicts: GetVerdicts
  /** @throws Failure VALIDATION_ERROR the same, or when a filter or the cursor is malformed */
  readonly listDecisions: ListDecisions
  /** @throws Failure VALIDATION_ERROR the same */
  readonly countDecisions: CountDecisions
  /** @throws Failure VALIDATION_ERROR the same; StoreUnavailable, SERVICE_UNAVAILABLE while it is read */
  readonly streamVerifications: StreamVerifications

  /** For backtests. */
  readonly readVerified: ReadVerified
}

export const createVerdicts: (dependencies: VerdictsDependencies) => Verdicts = wireVerdicts

export { createVerdictsAsOf } from './asOf.js'
export type { DecisionView } from './internal/decisions.js'
export { type OwnVerification, ownVerificationColumns } from './internal/ownVerification.js'
export type { Interval } from './internal/periods.js'
export { type Range, rangeOf } from './internal/range.js'
export type { BreakdownView, Dimension } from './internal/sums.js'
export { type VerificationRow, verificationColumns } from './internal/verificationRow.js'
export { rowCount, rowsIn, type Verified, type VerifiedRow } from './internal/verifiedRows.js'
export type { Api } from './projections/rows.js'
export { createExportVerifications } from './queries/exportVerifications.js'
export type { CountsView, PeriodView, VerdictsView } from './queries/getVerdicts.js'
export type { DecisionPage } from './queries/listDecisions.js'
export { createVerdictCounts, verdictProjections } from './wiring.js'
