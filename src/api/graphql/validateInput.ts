import type { Contract } from '../contract/contract.js'
import { valid } from '../contract/problems.js'
import type { Body, OperationId } from '../contract/types.js'
import { snake } from './camel.js'

/** An input as the body of the same operation over REST, proven by the same contract, with its defaults. */
export type ValidateInput = ReturnType<typeof createValidateInput>

/** @throws Failure as REST does */
export const createValidateInput =
  ({ operation }: Pick<Contract, 'operation'>) =>
  <Op extends OperationId>(id: Op, input: object): Body<Op> =>
    valid(operation(id).validateBody(snake(input)))
