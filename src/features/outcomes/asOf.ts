import type { AccountQueries } from '../../eventing/asOf/past.js'
import { outcomeQuality } from './projections/outcomeQuality.js'
import { createGetOutcomeQuality, type GetOutcomeQuality } from './queries/getOutcomeQuality.js'

/** How good an account's decisions were known to be at a past time. */
export const outcomesAsOf: AccountQueries<{ readonly getOutcomeQuality: GetOutcomeQuality }> = {
  name: 'outcomes',
  models: [outcomeQuality],
  at: (past) => ({ getOutcomeQuality: createGetOutcomeQuality(past) }),
}
