import type { Request, Response } from 'express'
import type { Caller } from '../features/accounts/index.js'
import { HttpCall } from './call.js'
import type { OperationId } from './contract/types.js'
import type { KeyedRequest, Services } from './operation.js'

type Parsed = Pick<KeyedRequest<OperationId>, 'body' | 'query' | 'params'>
type MakeContext = (
  request: Request,
  response: Response,
  requestId: string,
  began: number,
  caller: Caller | undefined,
  parsed: Parsed,
) => KeyedRequest<never>

/** What an operation is given. The services stand on the prototype: they are the same for every request. */
export function createContexts(services: Services): MakeContext {
  class Context {
    readonly body: Parsed['body']
    readonly query: Parsed['query']
    readonly params: Parsed['params']
    readonly call: HttpCall

    constructor(
      readonly request: Request,
      response: Response,
      readonly requestId: string,
      readonly began: number,
      readonly caller: Caller | undefined,
      { body, query, params }: Parsed,
    ) {
      this.body = body
      this.query = query
      this.params = params
      this.call = new HttpCall(caller?.account ?? 'anonymous', requestId, response)
    }

    header(name: string): string | undefined {
      const value = this.request.headers[name]
      return Array.isArray(value) ? value[0] : value
    }
  }
  Object.assign(Context.prototype, services)
  return (...given) => new Context(...given) as unknown as KeyedRequest<never>
}
