import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import type { Auth } from '../api/auth.js'
import { isOpen, type OperationContract } from '../api/contract/contract.js'
import { valid } from '../api/contract/problems.js'
import { errorReply } from '../api/errors.js'
import { type Idempotency, REPLAYED } from '../api/idempotency/idempotency.js'
import { createIdempotencyMiddleware } from '../api/idempotency/middleware.js'
import type { AnyOperation, Services } from '../api/operation.js'
import type { RateLimiter } from '../api/rateLimit.js'
import { createContexts, type Parsed } from '../api/rest/context.js'
import type { Caller } from '../features/accounts/index.js'
import type { Actor } from '../kernel/actor.js'
import type { TraceRequest } from '../kernel/tracing.js'
import type { Handler } from '../web/mountPoints.js'
import { CALLER_GONE, type RequestMetrics } from '../web/requestMetrics.js'
import { type Headers, isStream, send, sendTexts } from '../web/send.js'
import { createReadBody } from './body/readBody.js'

export interface PipelineDependencies {
  readonly services: Services
  readonly auth: Auth
  readonly rateLimiter: RateLimiter
  readonly idempotency: Idempotency
  readonly cors: (request: Request, open: boolean) => Headers
  /** Whether answers must end their connections. */
  readonly stopping: () => boolean
  readonly log: Parameters<typeof errorReply>[1]['log']
  readonly traffic: RequestMetrics
  /** Only where traces are wanted. */
  readonly trace: TraceRequest | undefined
  readonly upgradeUrl: string
}

/**
 * Every request takes the same way, and none more than it needs: whose key, within its limits, its parameters and
 * body as the contract says, the operation, the answer. What fails anywhere is answered in one place.
 */
export function createPipeline(dependencies: PipelineDependencies) {
  const { services, auth, rateLimiter, idempotency, cors, stopping, log, traffic, trace, upgradeUrl } = dependencies
  const contextOf = createContexts(services)
  const readBody = createReadBody(services)
  const repeatable = createIdempotencyMiddleware({ idempotency, batches: services.batches })

  return (contract: OperationContract, operation: AnyOperation): Handler => {
    const { id, key, limit, idempotent } = contract
    const open = isOpen(contract)
    const count = traffic.of(id)

    return trace ? (request, response) => trace(id, request, response, () => handle(request, response)) : handle

    async function handle(request: Request, response: Response): Promise<void> {
      const began = performance.now()
      const requestId = randomUUID()
      const headers: Headers = { 'X-Request-ID': requestId, 'Cache-Control': 'no-store' }
      Object.assign(headers, cors(request, open))
      let caller: Caller | undefined
      try {
        // What is known at once is not waited for: each wait costs as much as a look into a map.
        if (key !== 'none') {
          const known =
            key === 'required' ? auth.authenticate(request, headers) : auth.authenticateIfPresent(request, headers)
          caller = known instanceof Promise ? await known : known
        }
        const limited = rateLimiter.limit(limit, request, caller, headers)
        if (limited) await limited
        const own: Actor = { id: caller?.account ?? 'anonymous', correlationId: requestId, commandId: requestId }
        const again = idempotent ? await repeatable.find(contract, request, caller) : undefined
        const actor = again ? { ...own, commandId: again.command.id } : own
        const { query, params } = parseUrl(contract, request)
        const parsed: Parsed = { query, params, body: await readBody(contract, request, caller, actor) }
        const heeded = again && repeatable.applies(contract, parsed) ? again : undefined
        const by = heeded ? actor : own
        const context = { request, response, requestId, began, caller, actor: by, seed: heeded?.command.seed }
        const perform = () => operation(contextOf(context, parsed))
        const reply = heeded ? await repeatable.perform(contract, heeded, parsed, perform) : await perform()
        Object.assign(headers, reply.headers)
        const { status, body } = reply
        if (isStream(body)) await sendTexts(response, { status, headers, body, last: stopping() })
        else send(response, { status, headers, body, last: stopping() })
        count(status, began)
        if (heeded && reply.headers?.[REPLAYED]) traffic.replays.value++
      } catch (error) {
        if (response.headersSent) {
          count(response.statusCode, began)
          return void log.error({ error, operation: id, requestId }, 'an answer broke off')
        }
        if (response.destroyed) return count(CALLER_GONE, began)
        const context = { operation: id, requestId, log, ...(caller?.plan === 'free' && { upgradeUrl }) }
        const failed = errorReply(error, context)
        Object.assign(headers, failed.headers)
        send(response, { status: failed.status, headers, body: failed.body, last: stopping() })
        count(failed.status, began)
      }
    }
  }

  function parseUrl(contract: OperationContract, { url, params }: Request) {
    const mark = url.indexOf('?')
    return {
      query: valid(contract.validateQuery(mark < 0 ? '' : url.slice(mark + 1))),
      params: valid(contract.validateParams(params as Record<string, string>)),
    }
  }
}
