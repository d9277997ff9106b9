import { Kind, type SelectionSetNode } from 'graphql'
import { fragmentsOf } from './fragments.js'
import { isSelected } from './selected.js'
import type { WeighedOperation } from './weigh.js'

/** The root fields that will be executed, repeated if several aliases name the same field. Each fragment is visited once. */
export function rootFields({ document, operation, values }: WeighedOperation): string[] {
  const fragments = fragmentsOf(document)
  const visited = new Set<string>()
  const fields = new Map<string, string>()

  function collect({ selections }: SelectionSetNode): void {
    for (const node of selections) {
      if (!isSelected(node, values)) continue
      if (node.kind === Kind.FIELD) fields.set((node.alias ?? node.name).value, node.name.value)
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet)
      else if (!visited.has(node.name.value)) {
        visited.add(node.name.value)
        collect(fragments.get(node.name.value)!.selectionSet)
      }
    }
  }

  collect(operation.selectionSet)
  return [...fields.values()]
}
