// The HTTP server: listens, and serves everything.
import type { AddressInfo } from 'node:net'
import { createAuth } from '../../api/auth.js'
import type { Contract } from '../../api/contract/contract.js'
import type { OperationId } from '../../api/contract/types.js'
import type { Idempotency } from '../../api/idempotency/idempotency.js'
import type { Services } from '../../api/operation.js'
import { createRateLimiter } from '../../api/rateLimit.js'
import { createCors } from '../../httpMessages/cors.js'
import type { Ingress } from '../../httpMessages/ingress/ingress.js'
import type { Mounted } from '../../httpMessages/mountPoints.js'
import { prepareText } from '../../httpMessages/prepared.js'
import type { RequestMetrics } from '../../httpMessages/requestMetrics.js'
import type { Clock } from '../../kernel/clock.js'
import { perRequest } from '../../kernel/limits.js'
import type { Log } from '../../kernel/log.js'
import { createHostCheck, isForThisMachine, isLoopback } from '../../kernel/net/hostCheck.js'
import { listening } from '../../kernel/net/listening.js'
import type { Limiter, LocalLimiter } from '../../kernel/ports/limiter.js'
import type { TraceRequest } from '../../kernel/tracing.js'
import type { PipelineDependencies } from '../pipeline.js'
import { mountRoutes } from '../routes.js'
import { enforceBodyTimeouts } from './bodyTimeouts.js'
import { answerClientErrors } from './clientError.js'
import { limitConnections } from './connections.js'
import { createExpressServer, type ExpressServer } from './expressServer.js'
import { createStop } from './gracefulStop.js'
import { trustProxies } from './proxies.js'

const KEEP_ALIVE_TIMEOUT_MS = 65_000
/**
 * How long a process that stops goes on serving behind a proxy, while its readiness is 503. A connection that a client
 * opens at the very moment at which a process stops listening is reset by the kernel, and no proxy may send a POST again.
 */
const STOP_NOTICE_MS = 2_000

interface HttpDependencies {
  readonly contract: Contract
  readonly services: Omit<Services, 'openapi' | 'baseUrl'>
  readonly idempotency: Idempotency
  readonly limiter: Limiter
  /** Counts failed authentications and public reads of this process. */
  readonly failures: LocalLimiter
  readonly clock: Clock
  readonly log: Log
  readonly traffic: RequestMetrics
  readonly ingress: Ingress
  /** Set only if traces are exported. */
  readonly trace: TraceRequest | undefined
  /** Public base URL, used in links. Default: http://localhost and the port. */
  readonly baseUrl: string | undefined
  readonly creationsPerHour: number
  readonly anonymousPerMinute: number
  /** Concurrent connections of all clients. */
  readonly maxConnections: number
  readonly writesPerMinute: number
  readonly writesPerDay: number
  readonly trustProxy: string | undefined
  readonly corsOrigins: readonly string[]
  /** Whether this process serves an operation; the routes of the others do not exist. */
  readonly offers: (id: OperationId) => boolean
  /** Mounts further handlers (pages, GraphQL) before the catch-all that answers 404. */
  readonly mount: (host: Host) => Mounted
}

/** What a mounted handler gets: the server's mount points, and what the REST routes use. */
interface Host extends Omit<ExpressServer, 'checkHosts'>, PipelineDependencies {
  readonly contract: Contract
  readonly ingress: Ingress
}

interface HttpServer {
  /** URL of the address that it listens on. */
  readonly url: string
  /** Answers pending requests, and those that still arrive from a proxy, then closes. */
  stop(): Promise<void>
}

/** Serves the contract's operations. Port 0 picks a free port. */
export async function listen(dependencies: HttpDependencies, host: string, port: number): Promise<HttpServer> {
  const { contract, services, idempotency, limiter, failures, clock, log, traffic, trace, baseUrl } = dependencies
  const { creationsPerHour, anonymousPerMinute, writesPerMinute, writesPerDay, maxConnections } = dependencies
  const { trustProxy, corsOrigins, offers, mount, ingress } = dependencies
  const { app, server, direct, upgrades, checkHosts } = createExpressServer(ingress, log)
  app.enable('case sensitive routing').disable('x-powered-by').disable('etag').set('query parser', false)
  limitConnections(server, { limit: maxConnections, isProxy: trustProxies(app, trustProxy) })
  Object.assign(server, { headersTimeout: perRequest.headers.timeoutMs, keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS })
  enforceBodyTimeouts(server)
  answerClientErrors(server)
  const { stop, stopping } = createStop(server, { noticeMs: trustProxy === undefined ? 0 : STOP_NOTICE_MS })
  await listening(server, host, port, log)
  const address = server.address() as AddressInfo
  // A proxy decides which host names it forwards, unless BASE_URL says that all clients are on the same machine.
  const isDirect = isLoopback(address.address) && trustProxy === undefined
  if (isDirect || isForThisMachine(baseUrl)) checkHosts(createHostCheck(baseUrl, !isDirect))
  const prefix = baseUrl ?? `http://localhost:${address.port}`
  const rateLimiter = createRateLimiter({
    limiter,
    localLimiter: failures,
    clock,
    creationsPerHour,
    anonymousPerMinute,
    writesPerMinute,
    writesPerDay,
  })
  const shared: PipelineDependencies = {
    services: { ...services, openapi: prepareText(contract.documentFor(prefix)), baseUrl: prefix },
    idempotency,
    auth: createAuth({ accounts: services.accounts, failures, rateLimiter }),
    rateLimiter,
    cors: createCors(corsOrigins),
    stopping,
    log,
    traffic,
    trace,
  }
  const mounted = mount({ app, direct, server, upgrades, contract, ingress, ...shared })
  mountRoutes({ app, direct }, contract, { ...shared, offers })
  return { url: urlOf(address), stop: async () => void (await Promise.all([stop(), mounted.stop()])) }
}

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${address === '127.0.0.1' || address === '::1' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${port}`
