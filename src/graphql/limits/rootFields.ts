import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Weighed } from './cost.js'

/** The fields of the root that will be carried out, as often as they will be. */
export function rootFields({ document, operation, variables }: Weighed): string[] {
  const fragments = fragmentsOf(document)
  const fields = new Map<string, string>()

  const isIn = (node: Pick<FieldNode, 'directives'>): boolean => {
    const given = variables ?? {}
    return (
      getDirectiveValues(GraphQLSkipDirective, node, given)?.if !== true &&
      getDirectiveValues(GraphQLIncludeDirective, node, given)?.if !== false
    )
  }

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

const fragmentsOf = ({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION).map((node) => [node.name.value, node]))
