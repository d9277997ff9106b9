import type { GetOverview } from '../api/admin/overview.js'
import type { Auth } from '../api/auth.js'
import type { Services } from '../api/operation.js'
import type { RateLimiter } from '../api/rateLimit.js'
import type { MountPoints } from '../httpMessages/mountPoints.js'
import type { RequestMetrics } from '../httpMessages/requestMetrics.js'
import type { Log } from '../kernel/log.js'

/** What the pages get: the server's mount points, and what they share with the API. */
export interface PagesHost extends Pick<MountPoints, 'app'> {
  readonly services: Services
  readonly auth: Auth
  readonly rateLimiter: RateLimiter
  /** Whether responses must close their connections. */
  readonly stopping: () => boolean
  readonly log: Log
  readonly traffic: RequestMetrics
  /** Whether owners of accounts are sent links that confirm their addresses. */
  readonly confirmsEmail: boolean
  /** Password of the operator's page; undefined: there is no such page. */
  readonly adminToken: string | undefined
  /** For the operator's page. */
  readonly getOverview: GetOverview
}
