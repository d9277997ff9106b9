import type { Eventing } from '../../../eventing/eventing.js'
import type { Caller } from '../../accounts/index.js'
import { auditEntries } from '../projections/auditEntries.js'
import { type AuditFilter, questionOf } from './listAuditEntries.js'

/** Number of entries that `listAuditEntries` lists on all its pages. @throws Failure VALIDATION_ERROR */
export type CountAuditEntries = (caller: Pick<Caller, 'account' | 'sandbox'>, filter: AuditFilter) => Promise<number>

export const createCountAuditEntries =
  ({ eventing }: { readonly eventing: Eventing }): CountAuditEntries =>
  async ({ account, sandbox }, filter) => {
    const question = questionOf(account, filter)
    if (sandbox) return 0
    await eventing.waitForHead([auditEntries.name])
    return eventing.read(auditEntries).count(question)
  }
