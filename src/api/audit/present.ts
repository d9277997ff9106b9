// Shapes of the audit log in responses.
import type { AuditEntryView, AuditPage } from '../../features/audit/index.js'

/** The contract's AuditEntry. */
const entryBody = ({ requestId, ...entry }: AuditEntryView) => ({ ...entry, request_id: requestId })

/** The contract's AuditEntryList. */
export const auditBody = ({ entries, nextCursor }: AuditPage) => ({
  entries: entries.map(entryBody),
  next_cursor: nextCursor,
})
