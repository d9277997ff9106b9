import type { RateLimitedPoolAsOf, WatchPoolActivity } from '../../features/pool/index.js'
import type { Services } from '../operation.js'

/** The services that resolvers call. */
export interface GraphqlServices
  extends Pick<Services, 'accounts' | 'pool' | 'verification' | 'batches' | 'webhooks' | 'baseUrl'> {
  readonly watchPoolActivity: WatchPoolActivity
  readonly poolAsOf: RateLimitedPoolAsOf
}
