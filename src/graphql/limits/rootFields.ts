import { Kind, type SelectionSetNode } from 'graphql'
import { fragmentsOf } from './fragments.js'
import { selectedNodes } from './selectedNodes.js'
import type { WeighedOperation } from './weigh.js'

/** The root fields that will be executed, repeated if several aliases name the same field. Each fragment is visited once. */
export function rootFields({ document, operation, values }: WeighedOperation): string[] {
  const fragments = fragmentsOf(document)
  const visited = new Set<string>()
  const fields = new Map<string, string>()

  function collect(selectionSet: SelectionSetNode): void {
    for (const { node } of selectedNodes(selectionSet, values)) {
      if (node.kind === Kind.FIELD) fields.set((node.alias ?? node.name).value, node.name.value)
      else if (!visited.has(node.name.value)) {
        visited.add(node.name.value)
        collect(fragments.get(node.name.value)!.selectionSet)
      }
    }
  }

  collect(operation.selectionSet)
  return [...fields.values()]
}
