// Weighs the fields of an operation, for its cost.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql'
import { fragmentsOf } from './fragments.js'
import { selectedNodes } from './selectedNodes.js'
import type { VariableValues } from './values.js'

/** An operation whose cost is computed, with its document. */
export interface WeighedOperation {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  /** Values of its variables, including defaults. */
  readonly values: VariableValues
}

/** A selected field, as a cost function sees it. */
export interface WeighedField {
  readonly parent: GraphQLNamedType
  readonly field: GraphQLField<unknown, unknown>
  readonly args: VariableValues
  /** Cost of its selection set, for one object. */
  readonly below: number
}

const META = new Map([SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]))

/**
 * Cost of an operation of a valid document: the sum of its fields' costs, as `costOf` gives them. The cost of a fragment is
 * computed once and reused, so the walk is linear in the size of the document, however large the sum.
 * @throws GraphQLError if an argument does not match its type
 */
export function weigh(
  schema: GraphQLSchema,
  { document, operation, values }: WeighedOperation,
  costOf: (field: WeighedField) => number,
): number {
  const fragments = fragmentsOf(document)
  const known = new Map<string, number>()

  function sum(parent: GraphQLNamedType, selectionSet: SelectionSetNode): number {
    let cost = 0
    for (const { node, type } of selectedNodes(selectionSet, values)) {
      cost += node.kind === Kind.FIELD ? costOfField(typeOf(type) ?? parent, node) : costOfFragment(node.name.value)
    }
    return cost
  }

  function costOfFragment(name: string): number {
    let cost = known.get(name)
    if (cost === undefined) {
      const { typeCondition, selectionSet } = fragments.get(name)!
      cost = sum(typeOf(typeCondition.name.value)!, selectionSet)
      known.set(name, cost)
    }
    return cost
  }

  function costOfField(parent: GraphQLNamedType, node: FieldNode): number {
    const name = node.name.value
    const ofParent = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined
    const field = META.get(name) ?? ofParent!
    const below = node.selectionSet ? sum(getNamedType(field.type), node.selectionSet) : 0
    return costOf({ parent, field, args: getArgumentValues(field, node, values), below })
  }

  const typeOf = (name: string | undefined) => (name === undefined ? undefined : schema.getType(name))

  return sum(schema.getRootType(operation.operation)!, operation.selectionSet)
}
