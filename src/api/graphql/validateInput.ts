import type { Contract } from '../contract/contract.js'
import { valid } from '../contract/problems.js'
import type { Body, OperationId } from '../contract/types.js'
import { snake } from './camel.js'

/** Validates an input against the contract of the same REST operation; returns the REST body with its defaults. */
export type ValidateInput = ReturnType<typeof createValidateInput>

/** @throws Failure VALIDATION_ERROR, TOO_MANY_EMAILS */
export const createValidateInput =
  ({ operation }: Pick<Contract, 'operation'>) =>
  <Op extends OperationId>(id: Op, input: object): Body<Op> =>
    valid(operation(id).validateBody(snake(input)))
