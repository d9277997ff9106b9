import type { Contract } from '../contract/contract.js'
import { valid } from '../contract/problems.js'
import type { Body, OperationId } from '../contract/types.js'
import { snake } from './camel.js'

/**
 * Validates an input against the contract of the same REST operation; returns the REST body with its defaults.
 * @throws Failure VALIDATION_ERROR, TOO_MANY_EMAILS
 */
export type ValidateInput = <Op extends OperationId>(id: Op, input: object) => Body<Op>

export const createValidateInput =
  ({ operation }: Pick<Contract, 'operation'>): ValidateInput =>
  (id, input) =>
    valid(operation(id).validateBody(snake(input)))
