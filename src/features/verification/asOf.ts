import type { AccountQueries } from '../../eventing/asOf/past.js'
import { usage } from './projections/usage.js'
import { createGetUsage, type GetUsage } from './queries/getUsage.js'

/** An account's usage as of a past time. Limits and plan are the caller's. */
export const usageAsOf: AccountQueries<{ readonly getUsage: GetUsage }> = {
  name: 'usage',
  models: [usage],
  at: (past) => ({ getUsage: createGetUsage(past) }),
}
