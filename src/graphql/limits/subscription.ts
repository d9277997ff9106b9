import { type DocumentNode, Kind, OperationTypeNode, type SelectionSetNode } from 'graphql'
import { fragmentsOf } from './fragments.js'

/**
 * Why a document is not a valid subscription, as a human-readable message: a subscription has exactly one root field, which
 * must not be conditional (GraphQL specification, October 2021 and later, section 5.2.3.1; graphql-js does not handle it).
 * Each fragment is visited once, so the walk is linear in the size of the document.
 */
export function subscriptionProblem(document: DocumentNode): string | undefined {
  const fragments = fragmentsOf(document)
  const visited = new Set<string>()

  function isConditionalFragment(name: string): boolean {
    if (visited.has(name)) return false
    visited.add(name)
    const fragment = fragments.get(name)
    return fragment !== undefined && isConditional(fragment.selectionSet)
  }

  const isConditional = ({ selections }: SelectionSetNode): boolean =>
    selections.some((node) => {
      if (node.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include')) return true
      if (node.kind === Kind.FIELD) return false
      return node.kind === Kind.INLINE_FRAGMENT
        ? isConditional(node.selectionSet)
        : isConditionalFragment(node.name.value)
    })

  const isInvalid = document.definitions.some(
    (node) =>
      node.kind === Kind.OPERATION_DEFINITION &&
      node.operation === OperationTypeNode.SUBSCRIPTION &&
      isConditional(node.selectionSet),
  )
  return isInvalid ? 'The root field of a subscription must not have @skip or @include.' : undefined
}
