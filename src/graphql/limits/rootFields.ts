import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getVariableValues,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Weighed } from './cost.js'
import { fragmentsOf } from './fragments.js'

/** The fields of the root that will be carried out, as often as they will be. Its variables fit. */
export function rootFields(schema: GraphQLSchema, { document, operation, variables }: Weighed): string[] {
  const fragments = fragmentsOf(document)
  const fields = new Map<string, string>()
  // With their defaults.
  const { coerced: given = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {})

  const isIn = (node: Pick<FieldNode, 'directives'>): boolean =>
    getDirectiveValues(GraphQLSkipDirective, node, given)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, given)?.if !== false

  function collect({ selections }: SelectionSetNode): void {
    for (const node of selections) {
      if (!isIn(node)) continue
      if (node.kind === Kind.FIELD) fields.set((node.alias ?? node.name).value, node.name.value)
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet)
      else collect(fragments.get(node.name.value)!.selectionSet)
    }
  }

  collect(operation.selectionSet)
  return [...fields.values()]
}
