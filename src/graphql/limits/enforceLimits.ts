// Counts GraphQL requests and the verifications in them, and refuses operations that cost too much.
import type { Request } from 'express'
import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql'
import type { Contract, OperationContract } from '../../api/contract/contract.js'
import { callerIn, type GraphqlExchange } from '../../api/graphql/context.js'
import type { RateLimiter } from '../../api/rateLimit.js'
import { siteOf } from '../../httpMessages/clientNetwork.js'
import { Failure, RateLimited } from '../../kernel/failure.js'
import { perRequest } from '../../kernel/limits.js'
import { createRequireAffordable, type RequireAffordable } from './cost.js'
import { createHeavyQuerySemaphore } from './heavy.js'
import { rootFields } from './rootFields.js'
import { type VariableValues, valuesOf } from './values.js'
import type { WeighedOperation } from './weigh.js'

type Kind = NonNullable<OperationContract['limit']>

/** The rate limit of a mutation field: that of the REST operation of the same name. All fields share the response headers. */
function limitOf({ operations }: Pick<Contract, 'operations'>, field: string): Kind | undefined {
  if (field === 'submitBatch') return 'verify'
  const operation = operations.find(({ id }) => id === field)
  return operation?.limit === 'agent' ? 'verify' : operation?.limit
}

interface LimitDependencies {
  readonly schema: GraphQLSchema
  readonly contract: Pick<Contract, 'operations'>
  readonly rateLimiter: Pick<RateLimiter, 'limit'>
}

interface LimitedOperation extends Pick<WeighedOperation, 'document'> {
  readonly variables: VariableValues | null | undefined
  readonly operationName: string | null | undefined
  readonly request: Request
  readonly exchange: GraphqlExchange
}

/** An operation that may be executed. */
interface Admitted {
  readonly kind: OperationTypeNode
  readonly cost: number
}

export type EnforceLimits = ReturnType<typeof createEnforceLimits>

/**
 * Counts a request against a rate limit before its body is read: the account's GraphQL requests per minute or, without a valid
 * key, those of the client address.
 * @throws RateLimited
 */
export const countRequest = (
  { limit }: Pick<RateLimiter, 'limit'>,
  request: Request,
  { identity, headers }: Pick<GraphqlExchange, 'identity' | 'headers'>,
): void | Promise<void> => {
  // A client address that has tried too many invalid keys is rejected.
  if ('error' in identity && identity.error instanceof RateLimited) throw identity.error
  const caller = callerIn({ identity })
  return limit(caller ? 'graphql' : 'anonymous', request, caller, headers)
}

/**
 * Enforces cost and rate limits on an operation before it is executed. All of its verifications are counted first: if
 * there is not room for all of them, none is started. Queries are not counted as verifications: REST's reads are not either.
 * @throws Failure VALIDATION_ERROR; RateLimited; GraphQLError if its variables do not match their types
 */
export const createEnforceLimits = ({ schema, contract, rateLimiter }: LimitDependencies) => {
  const costOf = remembering(createRequireAffordable(schema))
  const acquire = createHeavyQuerySemaphore()
  return async ({ document, operationName, variables, request, exchange }: LimitedOperation): Promise<Admitted> => {
    const operation = getOperationAST(document, operationName)
    if (!operation) throw noSuchOperation(operationName)
    const isSubscription = operation.operation === OperationTypeNode.SUBSCRIPTION
    if (isSubscription) requireShort(document, variables)
    const weighed = { document, operation, values: valuesOf(schema, operation, variables) }
    const cost = costOf(weighed)
    if (operation.operation === OperationTypeNode.MUTATION) await count(rootFields(weighed))
    if (isSubscription) requireCheap(cost)
    else exchange.onEnd(await acquire(keyOf(request, exchange), cost))
    return { kind: operation.operation, cost }

    async function count(fields: readonly string[]): Promise<void> {
      const caller = callerIn(exchange)
      const calls = new Map<Kind, number>()
      for (const field of fields) {
        const kind = limitOf(contract, field)
        // Without a key, the field's resolver rejects it.
        if (kind && (caller || kind === 'account_creation')) calls.set(kind, (calls.get(kind) ?? 0) + 1)
      }
      for (const [kind, times] of calls) await rateLimiter.limit(kind, request, caller, exchange.headers, times)
    }
  }
}

/** Caches the cost of an operation without variables, or why it is rejected: neither changes. */
function remembering(requireAffordable: RequireAffordable): RequireAffordable {
  const outcomes = new WeakMap<OperationDefinitionNode, number | Failure>()
  return (weighed) => {
    const { operation } = weighed
    const outcome = outcomes.get(operation) ?? attempt(weighed)
    if (!operation.variableDefinitions?.length) outcomes.set(operation, outcome)
    if (outcome instanceof Failure) throw outcome
    return outcome
  }

  function attempt(weighed: WeighedOperation): number | Failure {
    try {
      return requireAffordable(weighed)
    } catch (error) {
      if (error instanceof Failure) return error
      throw error
    }
  }
}

/** A subscription keeps both, variables that it does not declare too. @throws Failure VALIDATION_ERROR */
function requireShort({ loc }: DocumentNode, variables: unknown): void {
  const max = perRequest.subscriptionText
  if (loc!.end <= max.document && JSON.stringify(variables ?? {}).length <= max.variables) return
  throw new Failure(
    'VALIDATION_ERROR',
    `The query of a subscription may have at most ${max.document} characters, and its variables ${max.variables}.`,
  )
}

function requireCheap(cost: number): void {
  if (cost <= perRequest.graphqlCost.subscription) return
  throw new Failure(
    'VALIDATION_ERROR',
    `A subscription may cost at most ${perRequest.graphqlCost.subscription}; this one costs about ${Math.round(cost)}. Select fewer fields.`,
  )
}

/** The account or client site that an operation is executed for. */
const keyOf = ({ ip }: Request, exchange: GraphqlExchange): string => callerIn(exchange)?.account ?? siteOf(ip ?? '')

const noSuchOperation = (name: string | null | undefined): Failure =>
  name
    ? new Failure('VALIDATION_ERROR', 'The query has no operation with the name given in `operationName`.')
    : new Failure('VALIDATION_ERROR', 'The query has several operations: name the one to execute in `operationName`.')
