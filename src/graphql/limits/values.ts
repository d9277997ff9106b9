import type { GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { getVariableValues } from 'graphql'
import { Failure } from '../../kernel/failure.js'
import { perRequest } from '../../kernel/limits.js'

/** Maximum number of list items in all variables: the addresses of the largest batch, and some more. */
const MAX_ITEMS = 50_100
/** Maximum number of object members in all variables, as in a JSON body. */
const MAX_MEMBERS = perRequest.json.members
/** graphql-js creates an error for every invalid value: 500,000 took it a minute. Only the first is reported. */
const MAX_ERRORS = 1

/** Values of variables or arguments, by name. */
export type VariableValues = { readonly [name: string]: unknown }

/**
 * The variables of an operation, with defaults. Values larger than any input are rejected before they are checked against
 * their types.
 * @throws Failure VALIDATION_ERROR
 * @throws GraphQLError if a value does not match its type
 */
export function valuesOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: VariableValues | null | undefined,
): VariableValues {
  requireSmall(variables)
  const { coerced, errors } = getVariableValues(schema, variableDefinitions, variables ?? {}, { maxErrors: MAX_ERRORS })
  if (errors) throw errors[0]
  return coerced
}

/** @throws Failure VALIDATION_ERROR */
function requireSmall(variables: VariableValues | null | undefined): void {
  let items = 0
  let members = 0
  const open: unknown[] = [variables]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      items += value.length
      if (items > MAX_ITEMS) throw tooMany(`have more than ${MAX_ITEMS} items in lists`)
      for (const item of value) if (isNested(item)) open.push(item)
    } else if (isNested(value)) {
      for (const name in value) {
        if (++members > MAX_MEMBERS) throw tooMany(`have more than ${MAX_MEMBERS} members`)
        const member = (value as VariableValues)[name]
        if (isNested(member)) open.push(member)
      }
    }
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

const tooMany = (what: string): Failure =>
  new Failure('VALIDATION_ERROR', `The variables ${what}, which is more than any operation accepts.`)
