/** The audit log of an account: who changed what, and with which key. */
import type { CountAuditEntries } from './queries/countAuditEntries.js'
import type { ListAuditEntries } from './queries/listAuditEntries.js'
import { type AuditDependencies, wireAudit } from './wiring.js'

/** What the feature offers. */
export interface Audit {
  /**
   * Any caller, about its own account; a sandbox key sees no entries. Sees every command that has returned.
   * @throws Failure VALIDATION_ERROR when a time or the cursor is malformed, or the range is reversed
   */
  readonly listAuditEntries: ListAuditEntries
  /** As `listAuditEntries`; counts what it lists. */
  readonly countAuditEntries: CountAuditEntries
}

export const createAudit: (dependencies: AuditDependencies) => Audit = wireAudit

export type { AuditActor, AuditKind } from './projections/auditEntries.js'
export type { AuditEntryView, AuditPage } from './queries/listAuditEntries.js'
export { auditProjections } from './wiring.js'
