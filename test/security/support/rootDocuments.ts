// A valid GraphQL operation for every root field of a schema, with made-up arguments.
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'

export interface RootDocument {
  /** `Query.batch`. */
  readonly coordinate: string
  readonly field: string
  readonly text: string
}

export function rootDocuments(schema: GraphQLSchema): RootDocument[] {
  const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!]
  return roots.flatMap((type) =>
    Object.values(type.getFields()).map(({ name, args, type: result }) => {
      const given = args.filter(isRequiredArgument).map(argument)
      const call = `${name}${given.length > 0 ? `(${given.join(', ')})` : ''}`
      const selection = isLeafType(getNamedType(result)) ? '' : ' { __typename }'
      return {
        coordinate: `${type.name}.${name}`,
        field: name,
        text: `${type.name.toLowerCase()} { ${call}${selection} }`,
      }
    }),
  )
}

const argument = ({ name, type }: GraphQLArgument | GraphQLInputField): string => `${name}: ${literal(type)}`

function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType)
  if (isListType(type)) return `[${literal(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]!.name
  if (isInputObjectType(type)) {
    const members = Object.values(type.getFields()).filter(isRequiredInputField)
    return `{ ${members.map(argument).join(', ')} }`
  }
  switch (type.name) {
    case 'Int':
    case 'Float':
      return '1'
    case 'Boolean':
      return 'false'
    default:
      return '"never-was"'
  }
}
