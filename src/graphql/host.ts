import type { Request } from 'express'
import type { Contract } from '../http/contract/contract.js'
import type { Gate } from '../http/gate.js'
import type { MountPoints } from '../http/host.js'
import type { Services } from '../http/operation.js'
import type { Headers } from '../http/send.js'
import type { Traffic } from '../http/traffic.js'
import type { Log } from '../kernel/log.js'
import type { TraceRequest } from '../kernel/tracing.js'
import type { GraphqlServices } from './services.js'

/** What the GraphQL runtime is given: the server's mount points, and what its operations share with REST's. */
export interface GraphqlHost extends MountPoints, Pick<GraphqlServices, 'watchPoolActivity' | 'poolPast'> {
  readonly services: Services
  readonly contract: Contract
  readonly gate: Gate
  readonly cors: (request: Request, open: boolean) => Headers
  /** Whether answers must end their connections. */
  readonly stopping: () => boolean
  readonly log: Log
  readonly traffic: Traffic
  /** Only when traces are exported. */
  readonly trace: TraceRequest | undefined
  readonly upgradeUrl: string
}
