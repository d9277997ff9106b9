import { type DocumentNode, Kind, OperationTypeNode, type SelectionSetNode } from 'graphql'
import { fragmentsOf } from './fragments.js'

/**
 * Why a document cannot be subscribed to, in a sentence for people: a subscription has one field, which cannot be left
 * out. (GraphQL specification, October 2021 and later, section 5.2.3.1; graphql-js fails on it.) Each fragment is
 * visited once, so the walk is linear in the document.
 */
export function subscriptionProblem(document: DocumentNode): string | undefined {
  const fragments = fragmentsOf(document)
  const visited = new Set<string>()

  function mayBeLeftOutByFragment(name: string): boolean {
    if (visited.has(name)) return false
    visited.add(name)
    const fragment = fragments.get(name)
    return fragment !== undefined && mayBeLeftOut(fragment.selectionSet)
  }

  const mayBeLeftOut = ({ selections }: SelectionSetNode): boolean =>
    selections.some((node) => {
      if (node.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include')) return true
      if (node.kind === Kind.FIELD) return false
      return node.kind === Kind.INLINE_FRAGMENT
        ? mayBeLeftOut(node.selectionSet)
        : mayBeLeftOutByFragment(node.name.value)
    })

  const isAmiss = document.definitions.some(
    (node) =>
      node.kind === Kind.OPERATION_DEFINITION &&
      node.operation === OperationTypeNode.SUBSCRIPTION &&
      mayBeLeftOut(node.selectionSet),
  )
  return isAmiss ? 'The field of a subscription cannot be left out: it takes neither @skip nor @include.' : undefined
}
