import type { WatchPoolActivity } from '../../features/pool/index.js'
import type { Services } from '../operation.js'
import type { PastServices } from '../past.js'

/** The services in the context of resolvers; the composition root creates them. */
export interface GraphqlServices
  extends Pick<
    Services,
    | 'accounts'
    | 'pool'
    | 'verification'
    | 'outcomes'
    | 'batches'
    | 'verdicts'
    | 'rules'
    | 'backtests'
    | 'webhooks'
    | 'audit'
    | 'mails'
    | 'baseUrl'
  > {
  readonly watchPoolActivity: WatchPoolActivity
  readonly past: PastServices
}
