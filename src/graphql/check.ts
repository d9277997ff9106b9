import type { Contract } from '../http/contract/contract.js'
import { valid } from '../http/contract/problems.js'
import type { Body, OperationId } from '../http/contract/types.js'
import { snake } from './camel.js'

/** An input as the body of the same operation over REST, proven by the same contract, with its defaults. */
export type Check = ReturnType<typeof createCheck>

/** @throws Failure as REST does */
export const createCheck =
  ({ operation }: Pick<Contract, 'operation'>) =>
  <Op extends OperationId>(id: Op, input: object): Body<Op> =>
    valid(operation(id).validateBody(snake(input)))
