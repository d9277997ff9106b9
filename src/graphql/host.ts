import type { AskPoolPast, WatchPoolActivity } from '../features/pool/index.js'
import type { Services } from '../http/operation.js'
import type { Host } from '../http/server.js'

/** What GraphQL is given: all that REST has, and what nobody over REST can ask for. */
export interface GraphqlHost extends Host {
  readonly watchPoolActivity: WatchPoolActivity
  readonly poolPast: AskPoolPast
}

/** What resolvers call. */
export interface GraphqlServices
  extends Pick<Services, 'accounts' | 'pool' | 'verification' | 'batches' | 'webhooks' | 'baseUrl'>,
    Pick<GraphqlHost, 'watchPoolActivity' | 'poolPast'> {}
