import type { Request } from 'express'
import type { Auth } from '../api/auth.js'
import type { Contract } from '../api/contract/contract.js'
import type { GraphqlServices } from '../api/graphql/services.js'
import type { Services } from '../api/operation.js'
import type { RateLimiter } from '../api/rateLimit.js'
import type { Ingress } from '../httpMessages/ingress/ingress.js'
import type { MountPoints } from '../httpMessages/mountPoints.js'
import type { RequestMetrics } from '../httpMessages/requestMetrics.js'
import type { Headers } from '../httpMessages/send.js'
import type { Log } from '../kernel/log.js'
import type { TraceRequest } from '../kernel/tracing.js'

/** What the GraphQL runtime gets: the server's mount points, and what its operations share with REST. */
export interface GraphqlHost extends MountPoints, Pick<GraphqlServices, 'watchPoolActivity' | 'past'> {
  readonly services: Services
  readonly contract: Contract
  readonly auth: Auth
  readonly rateLimiter: RateLimiter
  readonly cors: (request: Request, open: boolean) => Headers
  /** Whether responses must close their connections. */
  readonly stopping: () => boolean
  readonly log: Log
  readonly traffic: RequestMetrics
  readonly ingress: Pick<Ingress, 'budget' | 'takeSmallPiece'>
  /** Only when traces are exported. */
  readonly trace: TraceRequest | undefined
}
