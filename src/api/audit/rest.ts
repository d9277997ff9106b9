// REST operations of the audit log.
import { defaultsOf } from '../contract/defaults.js'
import type { Operation } from '../operation.js'
import { auditBody } from './present.js'

const AUDIT = defaultsOf('listAuditEntries', ['limit'])

export const listAuditEntries: Operation<'listAuditEntries'> = async ({ audit, caller, query }) => ({
  status: 200,
  body: auditBody(await audit.listAuditEntries(caller, { ...AUDIT, ...query })),
})
