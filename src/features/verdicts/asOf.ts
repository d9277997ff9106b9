import type { AccountQueries } from '../../eventing/asOf/past.js'
import { createFairQueries } from './internal/fairQueries.js'
import { verdicts } from './projections/verdicts.js'
import { createGetVerdicts, type GetVerdicts } from './queries/getVerdicts.js'

/** The counts of an account's verdicts as of a past time. */
export function createVerdictsAsOf(): AccountQueries<{ readonly getVerdicts: GetVerdicts }> {
  const fairly = createFairQueries()
  return {
    name: 'verdicts',
    models: [verdicts],
    at: (past) => ({ getVerdicts: createGetVerdicts({ ...past, fairly }) }),
  }
}
