// The steps of every REST request, from authentication to response.

import type { Request, Response } from 'express'
import type { Auth } from '../api/auth.js'
import { isOpenToPages, type OperationContract } from '../api/contract/contract.js'
import { valid } from '../api/contract/problems.js'
import type { OperationId } from '../api/contract/types.js'
import { errorReply } from '../api/errors.js'
import type { Idempotency } from '../api/idempotency/idempotency.js'
import { createIdempotencyMiddleware } from '../api/idempotency/middleware.js'
import { REPLAYED } from '../api/idempotency/replay.js'
import type { AnyOperation, Services } from '../api/operation.js'
import { requireScope } from '../api/permission.js'
import type { RateLimiter } from '../api/rateLimit.js'
import { createRestContexts, type ParsedRequest } from '../api/rest/context.js'
import { type Caller, isPublishable, type Plan } from '../features/accounts/index.js'
import type { Handler } from '../httpMessages/mountPoints.js'
import { isPrepared } from '../httpMessages/prepared.js'
import { CALLER_GONE, type RequestMetrics } from '../httpMessages/requestMetrics.js'
import { type Headers, isStream, sendPrepared, sendResponse, sendTexts } from '../httpMessages/send.js'
import type { Actor } from '../kernel/actor.js'
import { newId } from '../kernel/ids.js'
import type { TraceRequest } from '../kernel/tracing.js'
import { createReadBody } from './body/readBody.js'

export interface PipelineDependencies {
  readonly services: Services
  readonly auth: Auth
  readonly rateLimiter: RateLimiter
  readonly idempotency: Idempotency
  readonly cors: (request: Request, open: boolean) => Headers
  /** Whether responses must close their connections. */
  readonly stopping: () => boolean
  readonly log: Parameters<typeof errorReply>[1]['log']
  readonly traffic: RequestMetrics
  /** Set only if traces are exported. */
  readonly trace: TraceRequest | undefined
}

/** Operations that take quota while the rate limit is still being counted; see `Call.admitted`. All others wait for it. */
const TAKES_QUOTA: ReadonlySet<OperationId> = new Set<OperationId>(['verifyEmail', 'verifyEmailSignals', 'checkEmail'])

/**
 * The steps of every request, as far as its operation needs them: authentication, rate limits, idempotency, parameters and
 * body as in the contract, the operation, the response. Errors of all steps are answered in one place.
 */
export function createPipeline(dependencies: PipelineDependencies) {
  const { services, auth, rateLimiter, idempotency, cors, stopping, log, traffic, trace } = dependencies
  const contextOf = createRestContexts(services)
  const readBody = createReadBody(services)
  const idempotencyMiddleware = createIdempotencyMiddleware({ idempotency, batches: services.batches })

  return (contract: OperationContract, operation: AnyOperation): Handler => {
    const { id, key, keyInUrl, limit, idempotent } = contract
    const identify =
      key === 'optional' ? auth.authenticateIfPresent : keyInUrl ? auth.authenticateByUrl : auth.authenticate
    const open = isOpenToPages(contract)
    const takesQuota = TAKES_QUOTA.has(id)
    const count = traffic.of(id)

    return trace ? (request, response) => trace(id, request, response, () => handle(request, response)) : handle

    async function handle(request: Request, response: Response): Promise<void> {
      const startedAt = performance.now()
      const requestId = newId()
      const headers: Headers = { 'X-Request-ID': requestId, 'Cache-Control': 'no-store' }
      Object.assign(headers, cors(request, open))
      let caller: Caller | undefined
      let limited: Promise<void> | undefined
      let begun = false
      try {
        // A result that is not a promise is not awaited: each await costs as much as a map lookup.
        if (key !== 'none') {
          const known = identify(request, headers)
          caller = known instanceof Promise ? await known : known
          if (caller?.restrictions) requireScope(caller, contract)
          if (contract.publishable && caller && !isPublishable(caller)) closeToPages(request, headers)
        }
        const counting = rateLimiter.limit(limit, request, caller, headers)
        if (counting) {
          limited = counting
          if (takesQuota) counting.catch(() => {})
          else await counting
        }
        const own: Actor = {
          id: caller?.account ?? 'anonymous',
          key: caller?.key,
          correlationId: requestId,
          commandId: requestId,
        }
        const repeated = idempotent ? await idempotencyMiddleware.find(contract, request, caller) : undefined
        const actor = repeated ? { ...own, commandId: repeated.command.id } : own
        const { query, params } = parseUrl(contract, request)
        const parsed: ParsedRequest = { query, params, body: await readBody(contract, request, caller, actor) }
        const replayable = repeated && idempotencyMiddleware.applies(contract, parsed) ? repeated : undefined
        const by = replayable ? actor : own
        const seed = replayable?.command.seed
        const admitted = takesQuota ? limited : undefined
        const context = { request, response, requestId, startedAt, caller, actor: by, seed, admitted }
        const perform = () => {
          begun = true
          return operation(contextOf(context, parsed))
        }
        const reply = replayable
          ? await idempotencyMiddleware.perform(contract, replayable, parsed, perform)
          : await perform()
        if (limited) await limited
        Object.assign(headers, reply.headers)
        const { status, body } = reply
        if (isPrepared(body)) {
          count(sendPrepared(request, response, { headers, body, last: stopping() }), startedAt)
          return
        }
        if (isStream(body)) await sendTexts(response, { status, headers, body, last: stopping() })
        else sendResponse(response, { status, headers, body, last: stopping() })
        count(status, startedAt)
        if (replayable && reply.headers?.[REPLAYED]) traffic.replays.value++
      } catch (thrown) {
        const error = limited ? await refusalOr(limited, thrown) : thrown
        if (response.headersSent) {
          count(response.statusCode, startedAt)
          return void log.error({ error, operation: id, requestId }, 'the response was cut off by an error')
        }
        if (response.destroyed) return count(CALLER_GONE, startedAt)
        const { baseUrl } = services
        const failed = errorReply(error, {
          operation: id,
          requestId,
          log,
          baseUrl,
          plan: caller && planShownTo(caller),
          begun,
        })
        rateLimiter.reportSimulated(limit, error, headers)
        Object.assign(headers, failed.headers)
        sendResponse(response, { status: failed.status, headers, body: failed.body, last: stopping() })
        count(failed.status, startedAt)
      }
    }
  }

  /** Pages may use publishable keys; secret ones only where the operator allows it. */
  function closeToPages(request: Request, headers: Headers): void {
    delete headers['Access-Control-Allow-Origin']
    Object.assign(headers, cors(request, false))
  }

  function parseUrl(contract: OperationContract, { url, params }: Request) {
    const mark = url.indexOf('?')
    return {
      query: valid(contract.validateQuery(mark < 0 ? '' : url.slice(mark + 1))),
      params: valid(contract.validateParams(params as Record<string, string>)),
    }
  }
}

/** A publishable key reveals nothing about its account. */
const planShownTo = (caller: Caller): Plan | undefined => (isPublishable(caller) ? undefined : caller.plan)

/** The error of the rate limit if it refuses, which precedes any other; else `error`. */
const refusalOr = (limited: Promise<void>, error: unknown): Promise<unknown> =>
  limited.then(
    () => error,
    (refusal: unknown) => refusal,
  )
