import { randomUUID } from 'node:crypto'
import type { Caller } from '../../features/accounts/index.js'
import type { Call } from '../../features/verification/index.js'
import type { Actor } from '../../kernel/actor.js'
import type { Headers } from '../../web/send.js'
import type { Contract } from '../contract/contract.js'
import { createLoaders, type Loaders } from './loaders.js'
import type { GraphqlServices } from './services.js'
import { createValidateInput, type ValidateInput } from './validateInput.js'

/** Who asks: somebody, or why nobody is known. */
export type Identity = { readonly caller: Caller } | { readonly refused: unknown }

/** An operation on its way, whichever way it came. */
export interface Exchange {
  readonly requestId: string
  readonly asker: Identity
  /** Of the answer; over WebSocket nobody sees them. */
  readonly headers: Headers
  /** The call that a command works for. */
  readonly callFor: (actor: Actor) => Call
  /** Calls this once the operation has been carried out, or is refused. */
  readonly onEnd: (end: () => void) => void
}

/** What resolvers are given. */
export interface GraphqlContext extends GraphqlServices {
  readonly requestId: string
  readonly headers: Headers
  readonly loaders: Loaders
  readonly check: ValidateInput
  /** Whose key it is. @throws Failure MISSING_API_KEY, INVALID_API_KEY */
  caller(): Caller
  /** For one command: every field of a mutation is one of its own. */
  call(): Call
}

export const callerIn = ({ asker }: Pick<Exchange, 'asker'>): Caller | undefined =>
  'caller' in asker ? asker.caller : undefined

/** What is the same for all operations stands on the prototype. */
export function createContexts(services: GraphqlServices, contract: Contract): (exchange: Exchange) => GraphqlContext {
  const shared = { ...services, check: createValidateInput(contract) }

  return (exchange) => {
    const { asker, requestId, headers, callFor } = exchange
    function caller(): Caller {
      if ('refused' in asker) throw asker.refused
      return asker.caller
    }
    return {
      ...shared,
      requestId,
      headers,
      caller,
      call: () =>
        callFor({ id: callerIn(exchange)?.account ?? 'anonymous', correlationId: requestId, commandId: randomUUID() }),
      loaders: createLoaders(services, caller),
    }
  }
}
