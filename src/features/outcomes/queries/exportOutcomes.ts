// Exports the outcomes of all accounts, pseudonymised.
import { createHourlyRows, type HourlyRowsDependencies } from '../../../eventing/hourlyRows.js'
import type { OutcomesRecorded } from '../events.js'
import { createOutcomeRows, type OutcomeRow } from '../internal/outcomeRow.js'

/** The outcomes that were reported in whole UTC hours and were new. */
export const createExportOutcomes = (dependencies: HourlyRowsDependencies) =>
  createHourlyRows<OutcomesRecorded, OutcomeRow>(dependencies, (pseudonymOf) => ({
    types: ['OutcomesRecorded'],
    rowCount: ({ data }) => data.kinds.length,
    rowsIn: createOutcomeRows(pseudonymOf),
  }))
