// Makes the request that a REST operation is called with; `../operation.ts` has its type.
import type { Request, Response } from 'express'
import type { Caller } from '../../features/accounts/index.js'
import type { Actor } from '../../kernel/actor.js'
import type { OperationId } from '../contract/types.js'
import type { KeyedRequest, Services } from '../operation.js'
import { HttpCall } from './httpCall.js'

export type ParsedRequest = Pick<KeyedRequest<OperationId>, 'body' | 'query' | 'params'>

/** A request in progress. */
interface RestExchange {
  readonly request: Request
  readonly response: Response
  readonly requestId: string
  /** `performance.now()` when it was received. */
  readonly startedAt: number
  readonly caller: Caller | undefined
  readonly actor: Actor
  readonly seed: string | undefined
  /** See {@link HttpCall.admitted}. */
  readonly admitted: Promise<void> | undefined
}

/** Creates the factory of operation requests. The services are on the prototype, as they are shared by all requests. */
export function createRestContexts(
  services: Services,
): (exchange: RestExchange, parsed: ParsedRequest) => KeyedRequest<never> {
  class Context {
    readonly body: ParsedRequest['body']
    readonly query: ParsedRequest['query']
    readonly params: ParsedRequest['params']
    readonly requestId: string
    readonly startedAt: number
    readonly caller: Caller | undefined
    readonly call: HttpCall
    readonly seed: string | undefined
    readonly #request: Request

    constructor(
      { request, response, requestId, startedAt, caller, actor, seed, admitted }: RestExchange,
      { body, query, params }: ParsedRequest,
    ) {
      this.body = body
      this.query = query
      this.params = params
      this.requestId = requestId
      this.startedAt = startedAt
      this.caller = caller
      this.call = new HttpCall(actor, response, admitted)
      this.seed = seed
      this.#request = request
    }

    header(name: string): string | undefined {
      const value = this.#request.headers[name]
      return Array.isArray(value) ? value[0] : value
    }
  }
  Object.assign(Context.prototype, services)
  return (exchange, parsed) => new Context(exchange, parsed) as unknown as KeyedRequest<never>
}
