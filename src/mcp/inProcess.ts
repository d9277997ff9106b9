// Calls operations in the process of the service, with the checks and limits of REST.
import type { Request, Response } from 'express'
import type { Contract, OperationContract } from '../api/contract/contract.js'
import { valid } from '../api/contract/problems.js'
import { errorReply } from '../api/errors.js'
import type { Idempotency } from '../api/idempotency/idempotency.js'
import type { AnyOperation, AnyReply, Services } from '../api/operation.js'
import { restOperations } from '../api/operations.js'
import { requireScope } from '../api/permission.js'
import type { RateLimiter } from '../api/rateLimit.js'
import { createRestContexts, type ParsedRequest } from '../api/rest/context.js'
import { parseItems } from '../client/resultItems.js'
import type { Caller } from '../features/accounts/index.js'
import type { Log } from '../kernel/log.js'
import {
  type Answer,
  type Api,
  type BatchItem,
  type Input,
  Refusal,
  type RefusedCall,
  type ToolOperation,
} from './api.js'

export interface InProcessDependencies {
  readonly services: Services
  readonly contract: Contract
  readonly rateLimiter: RateLimiter
  readonly idempotency: Idempotency
  readonly log: Log
}

/** The request that brought a message, and who sent it. */
interface Exchange {
  readonly request: Request
  readonly response: Response
  readonly requestId: string
  readonly caller: Caller
}

/** @returns for each message, the API as its sender may use it */
export function createInProcess({ services, contract, rateLimiter, idempotency, log }: InProcessDependencies) {
  const contextOf = createRestContexts(services)
  const { baseUrl } = services

  return (exchange: Exchange): Api => {
    const { request, caller, requestId } = exchange

    /** The only way to an operation: who may call it, and how often, is decided here. @throws Failure */
    async function admit(operation: OperationContract): Promise<void> {
      requireScope(caller, operation)
      await rateLimiter.limit(operation.limit, request, caller, {})
    }

    async function perform(id: ToolOperation, input: Input, key: string | undefined): Promise<AnyReply> {
      const operation = contract.operation(id) as OperationContract
      try {
        await admit(operation)
        const parsed = parse(operation, input)
        const call =
          key === undefined ? undefined : { account: caller.account, sandbox: caller.sandbox, operation: id, key }
        const command = call && (await idempotency.commandOf(call))
        const run = () =>
          (restOperations[id] as AnyOperation)(
            contextOf(
              {
                ...exchange,
                startedAt: performance.now(),
                actor: {
                  id: caller.account,
                  key: caller.key,
                  correlationId: requestId,
                  commandId: command?.id ?? requestId,
                },
                seed: command?.seed,
                admitted: undefined,
              },
              parsed,
            ),
          )
        return call && command ? await idempotency.once(call, command, parsed, run) : await run()
      } catch (error) {
        throw refusalOf(error, id)
      }
    }

    function refusalOf(error: unknown, operation: string): Refusal {
      // Nobody is told.
      if (exchange.response.destroyed)
        return new Refusal({ code: 'SERVICE_UNAVAILABLE', message: 'The caller has gone.' })
      const { body } = errorReply(error, { operation, requestId, log, baseUrl, plan: caller.plan })
      return new Refusal((body as { readonly error: RefusedCall }).error)
    }

    return {
      baseUrl,
      sandbox: caller.sandbox,
      async call<Op extends ToolOperation>(id: Op, input: Input, key?: string) {
        return (await perform(id, input, key)).body as Answer<Op>
      },
      async *results(batchId) {
        const { body } = await perform('getBatchResults', { batchId }, undefined)
        try {
          yield* parseItems(body as AsyncIterable<string>) as AsyncIterable<BatchItem>
        } catch (error) {
          throw refusalOf(error, 'getBatchResults')
        }
      },
      async admit(id) {
        try {
          await admit(contract.operation(id) as OperationContract)
        } catch (error) {
          throw refusalOf(error, id)
        }
      },
    }
  }
}

/** Members that the path names are put there; of the others, GET has a query, and POST a body. @throws Failure */
function parse(contract: OperationContract, input: Input): ParsedRequest {
  const inPath = new Set([...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))
  const only = (wanted: boolean): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(input).filter(([name, value]) => value !== undefined && inPath.has(name) === wanted),
    )
  const rest = only(false)
  const query = contract.method === 'GET' ? new URLSearchParams(rest as Record<string, string>).toString() : ''
  return {
    params: valid(contract.validateParams(only(true) as Record<string, string>)),
    query: valid(contract.validateQuery(query)),
    body: valid(contract.validateBody(contract.method === 'GET' ? undefined : rest)),
  } as ParsedRequest
}
