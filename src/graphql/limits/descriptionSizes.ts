import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'

/** Average lengths of the lists in a schema's introspection: introspection type → field → items. */
export interface DescriptionSizes {
  readonly [type: string]: { readonly [list: string]: number }
}

/** Lists that are missing here, such as the locations of a directive, are few or short. */
export function descriptionSizes(schema: GraphQLSchema): DescriptionSizes {
  const types = Object.values(schema.getTypeMap())
  const withFields = types.filter((type) => isObjectType(type) || isInterfaceType(type))
  const fields = withFields.flatMap((type) => Object.values(type.getFields()))
  const args = fields.reduce((sum, field) => sum + field.args.length, 0)
  const inputs = types.filter(isInputObjectType).reduce((sum, type) => sum + Object.keys(type.getFields()).length, 0)
  const values = types.filter(isEnumType).reduce((sum, type) => sum + type.getValues().length, 0)
  return {
    __Schema: { types: types.length, directives: schema.getDirectives().length },
    __Type: {
      fields: fields.length / types.length,
      inputFields: inputs / types.length,
      enumValues: values / types.length,
    },
    __Field: { args: args / fields.length },
  }
}
