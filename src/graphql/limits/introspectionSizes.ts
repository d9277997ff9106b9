// Estimates how many objects the introspection of a schema returns, to weigh queries that ask for it.
import {
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isWrappingType,
} from 'graphql'

/** Average number of objects under the fields of a schema's introspection: introspection type → field → objects. */
export interface IntrospectionSizes {
  readonly [type: string]: { readonly [field: string]: number }
}

/** Fields that are missing here, such as the arguments of a directive, hold about one object. */
export function introspectionSizes(schema: GraphQLSchema): IntrospectionSizes {
  const types = Object.values(schema.getTypeMap())
  const withFields = types.filter((type) => isObjectType(type) || isInterfaceType(type))
  const fields = withFields.flatMap((type) => Object.values(type.getFields()))
  const args = fields.reduce((sum, field) => sum + field.args.length, 0)
  const inputs = types.filter(isInputObjectType).flatMap((type) => Object.values(type.getFields()))
  const interfaces = withFields.reduce((sum, type) => sum + type.getInterfaces().length, 0)
  const references = [...fields, ...fields.flatMap((field) => field.args), ...inputs].map(({ type }) => type)
  const wrappers = references.reduce((sum, type) => sum + wrappersOf(type), 0)
  const values = types.filter(isEnumType).reduce((sum, type) => sum + type.getValues().length, 0)
  return {
    __Schema: { types: types.length, directives: schema.getDirectives().length },
    __Type: {
      fields: fields.length / types.length,
      inputFields: inputs.length / types.length,
      enumValues: values / types.length,
      interfaces: interfaces / types.length,
      // An interface is possible for each type that implements it.
      possibleTypes: interfaces / types.length,
      // Every wrapper has an inner type, and every reference ends in a type without one.
      ofType: wrappers / (wrappers + references.length),
    },
    __Field: { args: args / fields.length },
  }
}

/** Number of lists and non-nulls around a type. */
function wrappersOf(type: GraphQLInputType | GraphQLOutputType): number {
  let count = 0
  for (let inner: unknown = type; isWrappingType(inner); inner = inner.ofType) count++
  return count
}
