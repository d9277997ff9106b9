import type { Request } from 'express'
import { type GraphQLSchema, getOperationAST, type OperationDefinitionNode, OperationTypeNode } from 'graphql'
import type { Contract, OperationContract } from '../../api/contract/contract.js'
import { callerIn, type Exchange } from '../../api/graphql/context.js'
import type { RateLimiter } from '../../api/rateLimit.js'
import { Failure, RateLimited } from '../../kernel/failure.js'
import { clientNetworkOf } from '../../web/clientNetwork.js'
import { createRequireAffordable } from './cost.js'
import { createHeavyTurns } from './heavy.js'
import { rootFields } from './rootFields.js'
import { type Values, valuesOf } from './values.js'
import type { Weighed } from './weigh.js'

type Kind = NonNullable<OperationContract['limit']>

/** What counts the calls of a mutation's field: that of its operation over REST, in headers that all fields share. */
function limitOf({ operations }: Pick<Contract, 'operations'>, field: string): Kind | undefined {
  if (field === 'submitBatch') return 'verify'
  const operation = operations.find(({ id }) => id === field)
  return operation?.limit === 'agent' ? 'verify' : operation?.limit
}

export interface AdmitDependencies {
  readonly schema: GraphQLSchema
  readonly contract: Pick<Contract, 'operations'>
  readonly rateLimiter: Pick<RateLimiter, 'limit'>
}

export interface Admitted extends Pick<Weighed, 'document'> {
  readonly variables: Values | null | undefined
  readonly operationName: string | null | undefined
  readonly request: Request
  readonly exchange: Exchange
}

export type EnforceLimits = ReturnType<typeof createEnforceLimits>

/**
 * Counts a request before anything of it is read: against its account's requests of the minute, or, of nobody, against
 * those of its client address.
 * @throws RateLimited
 */
export const countRequest = (
  { limit }: Pick<RateLimiter, 'limit'>,
  request: Request,
  { asker, headers }: Pick<Exchange, 'asker' | 'headers'>,
): void | Promise<void> => {
  // Of a client address with too many keys that nobody has, no more is heard.
  if ('refused' in asker && asker.refused instanceof RateLimited) throw asker.refused
  const caller = callerIn({ asker })
  return limit(caller ? 'verify' : 'anonymous', request, caller, headers)
}

/**
 * The last look at an operation before any of it is carried out. All of its verifications are counted first: either
 * there is room for every one of them, or none is begun. The request itself was counted as the first of them.
 * @throws Failure VALIDATION_ERROR; RateLimited; GraphQLError when its variables do not fit
 */
export const createEnforceLimits = ({ schema, contract, rateLimiter }: AdmitDependencies) => {
  /** What has no variables weighs the same each time. */
  const costs = new WeakMap<OperationDefinitionNode, number>()
  const requireAffordable = createRequireAffordable(schema)
  const turnOf = createHeavyTurns()
  return async ({ document, operationName, variables, request, exchange }: Admitted): Promise<OperationTypeNode> => {
    const operation = getOperationAST(document, operationName)
    if (!operation) throw noSuchOperation(operationName)
    const weighed = { document, operation, values: valuesOf(schema, operation, variables) }
    const cost = costs.get(operation) ?? requireAffordable(weighed)
    if (!operation.variableDefinitions?.length) costs.set(operation, cost)
    if (operation.operation === OperationTypeNode.MUTATION) await count(rootFields(weighed))
    if (operation.operation === OperationTypeNode.QUERY) exchange.onEnd(await turnOf(nameOf(request, exchange), cost))
    return operation.operation

    async function count(fields: readonly string[]): Promise<void> {
      const caller = callerIn(exchange)
      const calls = new Map<Kind, number>()
      for (const field of fields) {
        const kind = limitOf(contract, field)
        // A field without a key is refused by its resolver, and the request was counted.
        if (kind && (caller || kind === 'account_creation')) calls.set(kind, (calls.get(kind) ?? 0) + 1)
      }
      for (const [kind, times] of calls) {
        const more = kind === 'verify' ? times - 1 : times
        if (more > 0) await rateLimiter.limit(kind, request, caller, exchange.headers, more)
      }
    }
  }
}

/** The account or client address that an operation is carried out for. */
const nameOf = ({ ip }: Request, exchange: Exchange): string => callerIn(exchange)?.account ?? clientNetworkOf(ip ?? '')

const noSuchOperation = (name: string | null | undefined): Failure =>
  name
    ? new Failure('VALIDATION_ERROR', 'There is no operation in the query that is called as `operationName` says.')
    : new Failure('VALIDATION_ERROR', 'The query has several operations: say in `operationName` which one is meant.')
