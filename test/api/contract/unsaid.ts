// Requests in which optional members have their type's default, or null.
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import type { OperationObject, Parameter } from '../../../src/api/contract/schema.js'
import type { JsonSchema } from '../../../testbed/contract/differences.js'

/** What generated clients send for members of a request that their caller has not set. */

const DEFAULTS = { string: '', integer: 0, number: 0, boolean: false, array: [], object: {} }

export type Values = { readonly [name: string]: unknown }

/** Members of a request by where they are. */
export interface Sent {
  readonly query?: Values
  readonly headers?: Values
  readonly body?: Values
  readonly form?: Values
}

/** Each optional member alone and all together, with the default of its type, and in JSON with null. */
export function unsaidIn({ parameters = [], requestBody }: OperationObject): readonly (readonly [string, Sent])[] {
  const optional = (parameters as readonly Parameter[]).filter(({ required }) => !required)
  const at = (location: Parameter['in']) =>
    Object.fromEntries(optional.filter((each) => each.in === location).map(({ name, schema }) => [name, schema]))
  const json = requestBody?.content['application/json']?.schema
  const form = requestBody?.content['multipart/form-data']?.schema
  const defaults = (schemas: { readonly [name: string]: JsonSchema }) =>
    combinations(mapped(schemas, ({ type }) => DEFAULTS[type!]))
  return [
    ...defaults(at('query')).map(([name, query]) => [`query ${name}`, { query }] as const),
    ...defaults(at('header')).map(([name, headers]) => [`header ${name}`, { headers }] as const),
    ...defaults(optionalIn(json)).map(([name, body]) => [name, { body }] as const),
    ...combinations(mapped(optionalIn(json), () => null)).map(([name, body]) => [`null ${name}`, { body }] as const),
    ...defaults(optionalIn(form)).map(([name, fields]) => [`field ${name}`, { form: fields }] as const),
  ]
}

const optionalIn = ({ properties = {}, required = [] }: JsonSchema = {}) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !required.includes(name)))

const mapped = <From>(values: { readonly [name: string]: From }, make: (value: From) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value)]))

/** Each value alone, and all together. */
function combinations(values: Values): [string, Values][] {
  const alone = Object.entries(values).map(([name, value]): [string, Values] => [name, { [name]: value }])
  return alone.length > 1 ? [...alone, ['all', values]] : alone
}

/** The same for the arguments of a field of GraphQL, or the members of its `input`. */
export function unsaidInArguments({ args }: GraphQLField<unknown, unknown>): readonly (readonly [string, Values])[] {
  const input = args.find(({ name }) => name === 'input')
  const type = input && getNullableType(input.type)
  const members: readonly (GraphQLArgument | GraphQLInputField)[] =
    type && isInputObjectType(type)
      ? Object.values(type.getFields()).filter((field) => !isRequiredInputField(field))
      : args.filter((argument) => !isRequiredArgument(argument))
  const types = Object.fromEntries(members.map((member) => [member.name, member.type]))
  return [
    ...combinations(mapped(types, defaultOf)),
    ...combinations(mapped(types, () => null)).map(([name, values]) => [`null ${name}`, values] as const),
  ]
}

function defaultOf(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return []
  const { name } = getNamedType(type)
  return { Int: 0, Float: 0, Boolean: false }[name] ?? (isLeafType(nullable) ? '' : {})
}
