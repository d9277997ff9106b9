// What GraphQL resolvers get: the caller, the services and the limits of the request.
import { randomUUID } from 'node:crypto'
import type { Caller } from '../../features/accounts/index.js'
import type { Call } from '../../features/verification/index.js'
import type { Headers } from '../../httpMessages/send.js'
import type { Actor } from '../../kernel/actor.js'
import type { Contract, OperationContract } from '../contract/contract.js'
import { requireScope } from '../permission.js'
import { createLoaders, type Loaders } from './loaders.js'
import type { GraphqlServices } from './services.js'
import { createValidateInput, type ValidateInput } from './validateInput.js'

/** Result of authentication: the caller, or the error, which is thrown only when a resolver needs a caller. */
export type Identity = { readonly caller: Caller } | { readonly error: unknown }

/** A GraphQL operation in progress, over HTTP or WebSocket. */
export interface GraphqlExchange {
  readonly requestId: string
  readonly identity: Identity
  /** Response headers; ignored over WebSocket. */
  readonly headers: Headers
  /** Creates the call context for a command. */
  readonly callFor: (actor: Actor) => Call
  /** Registers a callback for when the operation has ended or was rejected. */
  readonly onEnd: (end: () => void) => void
}

/** The context of resolvers. */
export interface GraphqlContext extends GraphqlServices {
  readonly requestId: string
  readonly headers: Headers
  readonly loaders: Loaders
  readonly check: ValidateInput
  /** The authenticated caller. @throws Failure MISSING_API_KEY, INVALID_API_KEY */
  caller(): Caller
  /** Requires that the caller's key, if there is one, has the scope of an operation. @throws Failure INSUFFICIENT_SCOPE */
  requireScope(needs: Pick<OperationContract, 'scope' | 'publishable'>): void
  /** A new call per command: each field of a mutation is a separate command. */
  call(): Call
}

export const callerIn = ({ identity }: Pick<GraphqlExchange, 'identity'>): Caller | undefined =>
  'caller' in identity ? identity.caller : undefined

/** Creates the factory of resolver contexts. */
export function createGraphqlContexts(
  services: GraphqlServices,
  contract: Contract,
): (exchange: GraphqlExchange) => GraphqlContext {
  const shared = { ...services, check: createValidateInput(contract) }

  return (exchange) => {
    const { identity, requestId, headers, callFor } = exchange
    function caller(): Caller {
      if ('error' in identity) throw identity.error
      return identity.caller
    }
    return {
      ...shared,
      requestId,
      headers,
      caller,
      requireScope: (needs) => {
        if ('caller' in identity) requireScope(identity.caller, needs)
      },
      call: () =>
        callFor({
          id: callerIn(exchange)?.account ?? 'anonymous',
          key: callerIn(exchange)?.key,
          correlationId: requestId,
          commandId: randomUUID(),
        }),
      loaders: createLoaders(services, caller),
    }
  }
}
