// Exports what mail servers said about rows of jobs of all accounts, pseudonymised.
import { createHourlyRows, type HourlyRowsDependencies } from '../../../eventing/hourlyRows.js'
import type { BatchMailboxesAsked } from '../events.js'
import { createMailboxRows, type MailboxRow } from '../internal/mailboxRow.js'

/** The answers that were recorded in whole UTC hours, except those of sandbox keys. */
export const createExportMailboxes = (dependencies: HourlyRowsDependencies) =>
  createHourlyRows<BatchMailboxesAsked, MailboxRow>(dependencies, (pseudonymOf) => ({
    types: ['BatchMailboxesAsked'],
    rowCount: ({ data }) => data.rows.length,
    isExported: ({ data }) => !data.sandbox,
    rowsIn: createMailboxRows(pseudonymOf),
  }))
