// Puts the audit feature together.
import type { Eventing } from '../../eventing/eventing.js'
import type { AnyProjection } from '../../eventing/projection.js'
import { auditEntries } from './projections/auditEntries.js'
import { createCountAuditEntries } from './queries/countAuditEntries.js'
import { createListAuditEntries } from './queries/listAuditEntries.js'

export const auditProjections: readonly AnyProjection[] = [auditEntries]

export interface AuditDependencies {
  readonly eventing: Eventing
}

/** Puts the feature's parts together; `index.ts` says what it offers. */
export const wireAudit = (dependencies: AuditDependencies) => ({
  listAuditEntries: createListAuditEntries(dependencies),
  countAuditEntries: createCountAuditEntries(dependencies),
})
