import { type FieldNode, type FragmentSpreadNode, Kind, type SelectionSetNode } from 'graphql'
import { isSelected } from './selected.js'
import type { VariableValues } from './values.js'

/** A field or fragment spread of a selection set, and the type condition of the inline fragment that contains it. */
interface SelectedNode {
  readonly node: FieldNode | FragmentSpreadNode
  readonly type: string | undefined
}

/** The fields and fragment spreads of a selection set that `@skip` and `@include` leave, with inline fragments expanded. */
export function* selectedNodes(
  { selections }: SelectionSetNode,
  values: VariableValues,
  type?: string,
): Generator<SelectedNode, void> {
  for (const node of selections) {
    if (!isSelected(node, values)) continue
    if (node.kind !== Kind.INLINE_FRAGMENT) yield { node, type }
    else yield* selectedNodes(node.selectionSet, values, node.typeCondition?.name.value ?? type)
  }
}
