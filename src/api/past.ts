// What resolvers can ask about the past.
import type { Caller, PastAccounts } from '../features/accounts/index.js'
import type { PastBatches } from '../features/batches/index.js'
import type { Outcomes } from '../features/outcomes/index.js'
import type { Pool, PoolQueries } from '../features/pool/index.js'
import type { PastRules } from '../features/rules/index.js'
import type { Verdicts } from '../features/verdicts/index.js'
import type { Verification } from '../features/verification/index.js'
import type { Webhooks } from '../features/webhooks/index.js'

/**
 * The queries of a feature, which answer as they would have answered a caller at a time. Counted against a rate limit of its
 * own before anything is read.
 * @throws RateLimited; Failure VALIDATION_ERROR when the time is in the future or before the first event,
 * SERVICE_UNAVAILABLE
 */
export type AsOf<Queries> = (caller: Caller, asOf: Date, signal?: AbortSignal) => Promise<Queries>

/** The services as of past times. */
export interface PastServices {
  readonly accounts: AsOf<Pick<PastAccounts, 'getAccount' | 'listKeys'>>
  /** With the limits and the plan of that time. */
  readonly verification: AsOf<Pick<Verification, 'getUsage'>>
  readonly batches: AsOf<PastBatches>
  readonly outcomes: AsOf<Pick<Outcomes, 'getOutcomeQuality'>>
  readonly verdicts: AsOf<Pick<Verdicts, 'getVerdicts'>>
  readonly rules: AsOf<PastRules>
  readonly webhooks: AsOf<Pick<Webhooks, 'listWebhooks'>>
  /** Of the public pool. */
  readonly pool: AsOf<PoolQueries>
  readonly ranks: AsOf<Pick<Pool, 'getPoolRank'>>
}

/** Describes the argument. */
export const AS_OF =
  'A time, or a UTC date for its end, not before the first event: returns exactly what was returned then. Requires an API key; limited to 60 requests per minute.'
