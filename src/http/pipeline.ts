import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Caller } from '../features/accounts/index.js'
import { Failure } from '../kernel/failure.js'
import { readJson } from './body.js'
import { createContexts } from './context.js'
import type { OperationContract } from './contract/contract.js'
import { type Checked, explain } from './contract/problems.js'
import type { OperationId } from './contract/types.js'
import { isOpen } from './cors.js'
import { errorReply } from './errors.js'
import type { Gate } from './gate.js'
import type { KeyedRequest, Services } from './operation.js'
import { type Headers, send } from './send.js'

export interface PipelineDependencies {
  readonly services: Services
  readonly gate: Gate
  readonly cors: (request: Request, open: boolean) => Headers
  /** Whether answers must end their connections. */
  readonly stopping: () => boolean
  readonly log: Parameters<typeof errorReply>[1]['log']
  readonly upgradeUrl: string
}

export type AnyOperation = (request: KeyedRequest<never>) => AnyReply | Promise<AnyReply>
export type AnyReply = { readonly status: number; readonly body: unknown; readonly headers?: Headers }

/**
 * Every request takes the same way, and none more than it needs: whose key, within its limits, its parameters and
 * body as the contract says, the operation, the answer. What fails anywhere is answered in one place.
 */
export function createPipeline(dependencies: PipelineDependencies) {
  const { services, gate, cors, stopping, log, upgradeUrl } = dependencies
  const contextOf = createContexts(services)

  return (contract: OperationContract, operation: AnyOperation): RequestHandler => {
    const { id, needsKey } = contract
    const open = isOpen(contract)

    return async function handle(request: Request, response: Response): Promise<void> {
      const began = performance.now()
      const requestId = randomUUID()
      const headers: Headers = { 'X-Request-ID': requestId, 'Cache-Control': 'no-store' }
      Object.assign(headers, cors(request, open))
      let caller: Caller | undefined
      try {
        if (needsKey) caller = await gate.authenticate(request)
        await gate.limit(contract.limit, request, caller, headers)
        const parsed = await parse(contract, request)
        const reply = await operation(contextOf(request, response, requestId, began, caller, parsed))
        Object.assign(headers, reply.headers)
        send(response, { status: reply.status, headers, body: reply.body, last: stopping() })
      } catch (error) {
        if (response.destroyed) return
        const context = { operation: id, requestId, log, ...(caller?.plan === 'free' && { upgradeUrl }) }
        const failed = errorReply(error, context)
        Object.assign(headers, failed.headers)
        send(response, { status: failed.status, headers, body: failed.body, last: stopping() })
      }
    }
  }
}

async function parse<Op extends OperationId>(contract: OperationContract<Op>, request: Request) {
  const mark = request.url.indexOf('?')
  const query = valid(contract.validateQuery(mark < 0 ? '' : request.url.slice(mark + 1)))
  const params = valid(contract.validateParams(request.params as Record<string, string>))
  const body = valid(
    contract.validateBody(contract.body === 'none' ? undefined : await readJson(request, contract.bodyLimit)),
  )
  return { query, params, body }
}

/** @throws Failure TOO_MANY_EMAILS where that is all that is wrong, else VALIDATION_ERROR */
function valid<T>(checked: Checked<T>): T {
  if (checked.ok) return checked.value
  const [first] = checked.problems
  const { message, details } = explain(checked.problems)
  const tooMany = first?.path === '/emails' && first.keyword === 'maxItems'
  throw new Failure(tooMany ? 'TOO_MANY_EMAILS' : 'VALIDATION_ERROR', message, details)
}
