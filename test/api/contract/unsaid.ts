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
  /** A member of an object within the body, by the path to it. */
  readonly within?: Member
  readonly form?: Values
}

export interface Member {
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/**
 * Each optional member alone and all together, with the default of its type, and in JSON with null.
 * @param sample a body, which has the objects within which members are looked for
 */
export function unsaidIn(
  { parameters = [], requestBody }: Pick<OperationObject, 'parameters' | 'requestBody'>,
  sample: unknown,
): readonly (readonly [string, Sent])[] {
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
    ...membersWithin(json, sample).flatMap(({ path, value }): [string, Sent][] => [
      [path.join('/'), { within: { path, value } }],
      [`null ${path.join('/')}`, { within: { path, value: null } }],
    ]),
    ...defaults(optionalIn(form)).map(([name, fields]) => [`field ${name}`, { form: fields }] as const),
  ]
}

const optionalIn = ({ properties = {}, required = [] }: JsonSchema = {}) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !required.includes(name)))

/** Optional members of the first object of each list, and of objects, that the sample has and does not set. */
function membersWithin(schema: JsonSchema | undefined, sample: unknown, path: Member['path'] = []): Member[] {
  if (Array.isArray(sample)) return membersWithin(schema?.items, sample[0], [...path, 0])
  if (typeof sample !== 'object' || sample === null) return []
  const given = sample as Values
  const unset = Object.entries(optionalIn(schema)).filter(
    ([name, { type }]) => path.length > 0 && type && !(name in given),
  )
  return [
    ...unset.map(([name, { type }]) => ({ path: [...path, name], value: DEFAULTS[type!] })),
    ...Object.entries(given).flatMap(([name, value]) =>
      membersWithin(schema?.properties?.[name], value, [...path, name]),
    ),
  ]
}

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
