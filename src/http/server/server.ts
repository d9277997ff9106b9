import type { AddressInfo } from 'node:net'
import { createAuth } from '../../api/auth.js'
import type { Contract } from '../../api/contract/contract.js'
import type { OperationId } from '../../api/contract/types.js'
import type { Idempotency } from '../../api/idempotency/idempotency.js'
import type { Services } from '../../api/operation.js'
import { createRateLimiter } from '../../api/rateLimit.js'
import type { Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { Limiter, LocalLimiter } from '../../kernel/ports/limiter.js'
import type { TraceRequest } from '../../kernel/tracing.js'
import { createCors } from '../../web/cors.js'
import type { Mounted } from '../../web/mountPoints.js'
import type { RequestMetrics } from '../../web/requestMetrics.js'
import type { PipelineDependencies } from '../pipeline.js'
import { mountRoutes } from '../routes.js'
import { enforceBodyTimeouts } from './bodyTimeouts.js'
import { answerClientErrors } from './clientError.js'
import { limitConnections } from './connections.js'
import { createExpressServer, type ExpressServer } from './expressServer.js'
import { createStop } from './gracefulStop.js'
import { createHostCheck, isLoopback } from './hostCheck.js'

const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 65_000

export interface HttpDependencies {
  readonly contract: Contract
  readonly services: Omit<Services, 'openapi' | 'baseUrl'>
  readonly idempotency: Idempotency
  readonly limiter: Limiter
  /** Counts failed authentications of this process. */
  readonly failures: LocalLimiter
  readonly clock: Clock
  readonly log: Log
  readonly traffic: RequestMetrics
  /** Only where traces are wanted. */
  readonly trace: TraceRequest | undefined
  /** Prefix of links that leave the service; else http://localhost and the port. */
  readonly baseUrl: string | undefined
  readonly creationsPerHour: number
  readonly anonymousPerMinute: number
  /** Of all clients at once. */
  readonly maxConnections: number
  readonly writesPerMinute: number
  readonly writesPerDay: number
  readonly trustProxy: string | undefined
  readonly corsOrigins: readonly string[]
  /** Whether this process answers an operation; the others are not there. */
  readonly offers: (id: OperationId) => boolean
  /** Puts what else answers at this address before what answers that there is nothing. */
  readonly mount: (host: Host) => Mounted
}

/** What else answers at this address is given: the server, and what its routes share. */
export interface Host extends Omit<ExpressServer, 'checkHosts'>, PipelineDependencies {
  readonly contract: Contract
}

export interface HttpServer {
  /** The address that it listens on, as a URL. */
  readonly url: string
  /** Answers what it was asked, then closes. */
  stop(): Promise<void>
}

/** Serves the contract. Port 0 takes any free one. */
export async function listen(dependencies: HttpDependencies, host: string, port: number): Promise<HttpServer> {
  const { contract, services, idempotency, limiter, failures, clock, log, traffic, trace, baseUrl } = dependencies
  const { creationsPerHour, anonymousPerMinute, writesPerMinute, writesPerDay, maxConnections } = dependencies
  const { trustProxy, corsOrigins, offers, mount } = dependencies
  const { app, server, direct, upgrades, checkHosts } = createExpressServer()
  app.enable('case sensitive routing').disable('x-powered-by').disable('etag').set('query parser', false)
  if (trustProxy !== undefined) app.set('trust proxy', /^\d+$/.test(trustProxy) ? Number(trustProxy) : trustProxy)
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  limitConnections(server, { limit: maxConnections, isProxy: (address) => trusts(address, 0) })
  Object.assign(server, { headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS })
  enforceBodyTimeouts(server)
  answerClientErrors(server)
  const { stop, stopping } = createStop(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const address = server.address() as AddressInfo
  // A proxy on the same machine decides by itself which names it forwards.
  if (isLoopback(address.address) && trustProxy === undefined) checkHosts(createHostCheck(baseUrl))
  const prefix = baseUrl ?? `http://localhost:${address.port}`
  const rateLimiter = createRateLimiter({
    limiter,
    clock,
    creationsPerHour,
    anonymousPerMinute,
    writesPerMinute,
    writesPerDay,
  })
  const shared: PipelineDependencies = {
    services: { ...services, openapi: contract.documentFor(prefix), baseUrl: prefix },
    idempotency,
    auth: createAuth({ accounts: services.accounts, failures, rateLimiter }),
    rateLimiter,
    cors: createCors(corsOrigins),
    stopping,
    log,
    traffic,
    trace,
    upgradeUrl: `${prefix}/v1/pricing`,
  }
  const mounted = mount({ app, direct, server, upgrades, contract, ...shared })
  mountRoutes({ app, direct }, contract, { ...shared, offers })
  return { url: urlOf(address), stop: async () => void (await Promise.all([stop(), mounted.stop()])) }
}

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${address === '127.0.0.1' || address === '::1' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${port}`
