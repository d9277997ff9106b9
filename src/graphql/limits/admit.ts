import type { Request } from 'express'
import { type GraphQLSchema, getOperationAST, type OperationDefinitionNode, OperationTypeNode } from 'graphql'
import type { Contract, OperationContract } from '../../http/contract/contract.js'
import type { Gate } from '../../http/gate.js'
import { Failure } from '../../kernel/failure.js'
import { callerIn, type Exchange } from '../context.js'
import { createRequireAffordable, type Weighed } from './cost.js'
import { rootFields } from './rootFields.js'

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
  readonly gate: Pick<Gate, 'limit'>
}

export interface Admitted extends Pick<Weighed, 'document' | 'variables'> {
  readonly operationName: string | null | undefined
  readonly request: Request
  readonly exchange: Exchange
}

export type Admit = ReturnType<typeof createAdmit>

/**
 * The last look at an operation before any of it is carried out. All of its verifications are counted first: either
 * there is room for every one of them, or none is begun.
 * @throws Failure VALIDATION_ERROR; RateLimited; GraphQLError when its variables do not fit
 */
export const createAdmit = ({ schema, contract, gate }: AdmitDependencies) => {
  /** What has no variables weighs the same each time. */
  const affordable = new WeakSet<OperationDefinitionNode>()
  const requireAffordable = createRequireAffordable(schema)
  return async ({ document, operationName, variables, request, exchange }: Admitted): Promise<OperationTypeNode> => {
    const operation = getOperationAST(document, operationName)
    if (!operation) throw noSuchOperation(operationName)
    const weighed = { document, operation, variables }
    if (!affordable.has(operation)) requireAffordable(weighed)
    if (!operation.variableDefinitions?.length) affordable.add(operation)
    if (operation.operation === OperationTypeNode.MUTATION) await count(rootFields(schema, weighed), request, exchange)
    return operation.operation

    async function count(fields: readonly string[], request: Request, exchange: Exchange): Promise<void> {
      const caller = callerIn(exchange)
      const calls = new Map<Kind, number>()
      for (const field of fields) {
        const kind = limitOf(contract, field)
        // Who has no key is refused field by field, and not counted.
        if (kind && (caller || kind === 'account_creation')) calls.set(kind, (calls.get(kind) ?? 0) + 1)
      }
      for (const [kind, times] of calls) await gate.limit(kind, request, caller, exchange.headers, times)
    }
  }
}

const noSuchOperation = (name: string | null | undefined): Failure =>
  name
    ? new Failure('VALIDATION_ERROR', 'There is no operation in the query that is called as `operationName` says.')
    : new Failure('VALIDATION_ERROR', 'The query has several operations: say in `operationName` which one is meant.')
