import type { Contract } from '../http/contract/contract.js'
import type { Problem } from '../http/contract/problems.js'
import type { Body, OperationId } from '../http/contract/types.js'
import { valid } from '../http/readBody.js'
import { Failure } from '../kernel/failure.js'
import { camelName, snake } from './camel.js'

/** An input as the body of the same operation over REST, proven by the same contract, with its defaults. */
export type Check = ReturnType<typeof createCheck>

/** @throws Failure as REST does, in the names of GraphQL */
export const createCheck =
  ({ operation }: Pick<Contract, 'operation'>) =>
  <Op extends OperationId>(id: Op, input: object): Body<Op> => {
    try {
      return valid(operation(id).validateBody(snake(input)))
    } catch (error) {
      throw error instanceof Failure ? inCamelCase(error) : error
    }
  }

function inCamelCase({ code, message, details }: Failure): Failure {
  const problems = (details ?? []) as readonly Problem[]
  return new Failure(
    code,
    named(message),
    problems.map(({ path, message }) => ({ path: camelName(path), message: named(message) })),
  )
}

/** Names of members stand in backticks. */
const named = (text: string): string => text.replace(/`[a-z_]+`/g, camelName)
