// Finds every GraphQL field whose arguments identify a resource.
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { type Ids, isPlain, type Kind, kindOf, unknown } from './kinds.js'

/** Scalars that identify nothing. */
const HARMLESS: ReadonlySet<string> = new Set(['Boolean', 'DateTime', 'Float', 'Int'])
/** Values of required members that identify nothing, beside ids. */
const REQUIRED: { readonly [member: string]: unknown } = { since: '2026-01-01' }
/** Depth of the selection below a field. */
const DEPTH = 4

/** An argument of a field on the path, and where ids are in it. */
interface Given {
  readonly variable: string
  readonly type: string
  readonly argument: string
  /** The id itself, or members of an input object. */
  readonly slots: Kind | { readonly [member: string]: Kind }
  /** Other members of an input object. */
  readonly required?: { readonly [member: string]: unknown }
}

/** A field with identifying arguments, as an operation. */
export interface IdentifyingField {
  /** `Batch.results`. */
  readonly coordinate: string
  readonly operation: 'query' | 'mutation' | 'subscription'
  readonly kinds: readonly Kind[]
  readonly document: string
  readonly variables: (ids: Ids) => Record<string, unknown>
}

type Field = GraphQLField<unknown, unknown>
interface Step {
  readonly field: Field
  readonly given: readonly Given[]
}

/**
 * Every field of a schema with an argument, or a member of one, that identifies a resource.
 * @returns problems: arguments that may hold an id and are unknown
 */
export function identifyingFields(schema: GraphQLSchema): { fields: IdentifyingField[]; problems: string[] } {
  const problems: string[] = []
  const fields: IdentifyingField[] = []
  let variables = 0

  const kindAt = (of: GraphQLArgument | GraphQLInputField, coordinate: string): Kind | undefined => {
    const type = getNamedType(of.type)
    if (isEnumType(type) || HARMLESS.has(type.name)) return undefined
    if (type.name !== 'ID') {
      if (isPlain(of.name)) return undefined
      const kind = kindOf(of.name)
      if (kind === undefined) problems.push(unknown(coordinate))
      return kind
    }
    // `Mutation.cancelBatch(input: CancelBatchInput.id)` names the type of the id.
    const kind = kindOf(of.name) ?? kindOf(coordinate)
    if (kind === undefined) problems.push(unknown(coordinate))
    return kind
  }

  function givenOf(coordinate: string, argument: GraphQLArgument): Given[] {
    const type = getNamedType(argument.type)
    const given = { variable: `v${variables++}`, type: String(argument.type), argument: argument.name }
    if (!isInputObjectType(type)) {
      const kind = kindAt(argument, `${coordinate}(${argument.name}:)`)
      return kind ? [{ ...given, slots: kind }] : []
    }
    const members = Object.values(type.getFields()).flatMap((member): [string, Kind][] => {
      const kind = kindAt(member, `${coordinate}(${argument.name}: ${type.name}.${member.name})`)
      return kind ? [[member.name, kind]] : []
    })
    const required = Object.fromEntries(Object.entries(REQUIRED).filter(([member]) => member in type.getFields()))
    return members.length > 0 ? [{ ...given, slots: Object.fromEntries(members), required }] : []
  }

  const seen = new Set<GraphQLObjectType>()

  /** The shortest path to each type, breadth first. */
  function visit(operation: IdentifyingField['operation'], root: GraphQLObjectType | null | undefined): void {
    const queue: { type: GraphQLObjectType; path: readonly Step[] }[] = root ? [{ type: root, path: [] }] : []
    for (const { type, path } of queue) {
      if (seen.has(type)) continue
      seen.add(type)
      for (const field of Object.values(type.getFields())) {
        const coordinate = `${type.name}.${field.name}`
        const given = field.args.flatMap((argument) => givenOf(coordinate, argument))
        const way = [...path, { field, given }]
        if (given.length > 0) fields.push(toField(operation, coordinate, way))
        const below = getNamedType(field.type)
        if (isObjectType(below) && operation === 'query') queue.push({ type: below, path: way })
      }
    }
  }
  visit('query', schema.getQueryType())
  visit('mutation', schema.getMutationType())
  visit('subscription', schema.getSubscriptionType())
  return { fields, problems }
}

/** Values of arguments that are required and enumerated. */
const enumsOf = ({ args }: Field): string[] =>
  args.flatMap(({ name, type }) => {
    const named = getNamedType(type)
    return isNonNullType(type) && isEnumType(named) ? [`${name}: ${named.getValues().at(-1)!.name}`] : []
  })

function toField(
  operation: IdentifyingField['operation'],
  coordinate: string,
  path: readonly Step[],
): IdentifyingField {
  const given = path.flatMap((step) => step.given)
  const declared = given.map(({ variable, type }) => `$${variable}: ${type}`).join(', ')
  const selected = path.reduceRight(
    (below, { field, given: its }) => {
      const passed = [...its.map(({ argument, variable }) => `${argument}: $${variable}`), ...enumsOf(field)].join(', ')
      return `${field.name}${passed && `(${passed})`}${below && ` { ${below} }`}`
    },
    selectionOf(path.at(-1)!.field.type as GraphQLInputType & Field['type'], DEPTH),
  )
  return {
    coordinate,
    operation,
    kinds: given.flatMap(({ slots }) => (typeof slots === 'string' ? slots : Object.values(slots))),
    document: `${operation}${declared && `(${declared})`} { ${selected} }`,
    variables: (ids) =>
      Object.fromEntries(
        given.map(({ variable, slots, required }) => [
          variable,
          typeof slots === 'string'
            ? ids[slots]
            : {
                ...required,
                ...Object.fromEntries(Object.entries(slots).map(([member, kind]) => [member, ids[kind]])),
              },
        ]),
      ),
  }
}

/** All fields of a type without arguments, in short pages; empty for a scalar. */
function selectionOf(outer: Field['type'], depth: number, above: readonly string[] = []): string {
  const type = getNamedType(outer)
  if (!isObjectType(type)) return ''
  const { nodes, ...others } = type.getFields()
  // `nodes` repeats what `edges` have; both would cost more than a document may.
  return Object.values(nodes && others.edges ? others : type.getFields())
    .flatMap((field) => {
      const below = getNamedType(field.type)
      if (field.args.some(({ type: wanted, defaultValue }) => isNonNullType(wanted) && defaultValue === undefined))
        return []
      if (isLeafType(below)) return [field.name]
      if (depth === 0 || above.includes(below.name)) return []
      const page = field.args.some(({ name }) => name === 'first') ? '(first: 2)' : ''
      const selection = selectionOf(below, depth - 1, [...above, type.name])
      return selection ? [`${field.name}${page} { ${selection} }`] : []
    })
    .join(' ')
}
